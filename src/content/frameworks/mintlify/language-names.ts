/** Languages that docs are written in or translated to. */
const codes =
  'en zh-Hans zh-Hant zh ja ko fr de es pt pt-BR it ru uk pl nl sv da nb fi cs sk hu ro bg el tr ar he fa hi bn th vi id ms ca'.split(
    ' ',
  );

let known: Map<string, string> | null = null;

/** The code of a language by its own or its English name (`日本語`, `French`); null for other names. */
export function languageNamed(name: string): string | null {
  known ??= new Map(
    codes.flatMap((code) =>
      [code, 'en'].map((of): [string, string] => [
        (new Intl.DisplayNames(of, { type: 'language' }).of(code) ?? '').toLowerCase(),
        code,
      ]),
    ),
  );
  return known.get(name.trim().toLowerCase()) ?? null;
}
