import { mapOutsideCodeSpans, mapProse } from './split-prose.ts';

const raw = /\{%-?[ \t]*raw[ \t]*-?%\}((?:(?!\{%-?[ \t]*raw[ \t]*-?%\})[^])*?)\{%-?[ \t]*endraw[ \t]*-?%\}/g;

/** `{% raw %}{{ name }}{% endraw %}` as what it shows; in prose the shown syntax becomes code. */
export function showRaw(text: string): string {
  if (!text.includes('endraw')) return text;
  const shown = mapProse(text, (prose) =>
    mapOutsideCodeSpans(prose, (part) => part.replaceAll(raw, (_, inner: string) => templatesAsCode(inner))),
  );
  return shown.replaceAll(raw, '$1');
}

/** Template syntax that a page shows becomes code where it is prose, so that nothing takes it for its own. */
export function templatesAsCode(text: string): string {
  return mapProse(text, (prose) =>
    mapOutsideCodeSpans(prose, (part) =>
      part.replaceAll(/\{\{[^{}\n]{1,200}\}\}|\{%[^%\n]{1,200}%\}/g, (shown) => `\`${shown}\``),
    ),
  );
}
