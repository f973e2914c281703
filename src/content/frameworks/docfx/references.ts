import { decodedPath } from '../../../lib/decoded-path.ts';

export const learn = 'https://learn.microsoft.com';

/**
 * A reference by uid as a link with what DocFX shows: `<xref:System.String.Format%2A?displayProperty=nameWithType>` →
 * `[String.Format](<xref:System.String.Format%2A>)`.
 * https://dotnet.github.io/docfx/docs/links-and-cross-references.html
 */
export function readReferences(text: string): string {
  return text.replaceAll(
    /<xref:([^\s<>?#]+)(\?[^\s<>#]*)?(#[^\s<>]*)?>/g,
    (_, uid: string, query = '', anchor = '') => `[${wordsOf(uid, query)}](<xref:${uid}${anchor}>)`,
  );
}

/** A uid of a page stands as it is; of one of an API as many of its words as `displayProperty` says. */
function wordsOf(uid: string, query: string): string {
  const name = decodedPath(uid);
  if (!/^[A-Z]\w*\./.test(name)) return name.replaceAll(/[[\]]/g, '');
  const words = memberOf(name)
    .replaceAll(/`{1,2}\d+/g, '')
    .split('.')
    // A constructor is shown by the name of its type.
    .filter((word) => !/^#c?ctor$/.test(word));
  if (/\bdisplayProperty=fullName\b/i.test(query)) return words.join('.');
  return words.slice(/\bdisplayProperty=nameWithType\b/i.test(query) ? -2 : -1).join('.');
}

/** Without the parameters of an overload, and the star for all of them. */
function memberOf(name: string): string {
  return name.split('(', 1)[0]!.replace(/\*$/, '');
}

/** The address of a uid: an API of Microsoft's, one of the site's own, which the build makes pages of, or a page. */
export function docfxReference(written: string, pagePrefix: string): string {
  const [address = '', anchor] = written.split('#', 2);
  const name = decodedPath(address.split('?', 1)[0]!);
  if (/^(?:System|Microsoft|Windows)\b/.test(name)) return learnAddress(memberOf(name));
  if (/^[A-Z]\w*\./.test(name)) return `/api/${name}.html`;
  return `${pagePrefix}${name}${anchor === undefined ? '' : `#${anchor}`}`;
}

function learnAddress(name: string): string {
  const dot = name.lastIndexOf('.');
  // A command of PowerShell is a verb, a hyphen and a noun, which no type of .NET has in its name.
  const command = name.slice(dot + 1);
  if (/^[A-Z][a-z]*-\w/.test(command))
    return `${learn}/powershell/module/${name.slice(0, dot)}/${command}`.toLowerCase();
  const path = name.toLowerCase().replaceAll(/``\d+/g, '').replaceAll(/[`#]/g, '-');
  return `${learn}/dotnet/api/${path}`;
}
