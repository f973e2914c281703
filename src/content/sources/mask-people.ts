import ipaddr from 'ipaddr.js';
import { maskPrivate } from '../../lib/mask-private.ts';

/** Characters that are not seen: between letters they hide a name or a key from a reader of patterns. */
const unseen = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Character references of letters, digits, `@`, `.`, `-`, `+` and `:`, in which HTML may write an address. */
const references = /&(?:#(?:0{0,4}(\d{2,3})|x0{0,4}([\da-f]{2}));?|(commat|period|plus|colon);)/gi;
const named: Record<string, string> = { commat: '@', period: '.', plus: '+', colon: ':' };

/** `jane (at) example (dot) com` */
const spelled =
  /(?<![\w.+-])[\w.+-]{1,64} ?[([{] ?at ?[)\]}] ?[\w-]{1,63}(?:(?:\.| ?[([{] ?dot ?[)\]}] ?)[\w-]{1,63}){1,4}/gi;
/** What stands behind the name of a secret, in a header, an address or a configuration. */
const header = /\b(authorization: ?(?:basic|bearer|token) |(?:set-)?cookie: ?)[^\s"'][^\n"']{3,4000}/gi;
const field =
  /((?<![A-Za-z\d])(?:access_?token|refresh_?token|id_?token|auth_?token|session_?id|api_?key|client_?secret|secret_?key|private_?key|password|passwd|pwd|secret|token|sig|signature)["']?(?:=| ?: ?["'])["']?)[^\s"'&<>,;`]{6,4000}/gi;
/** https://en.wikipedia.org/wiki/National_conventions_for_writing_telephone_numbers: from `+`, or in groups. */
const phone =
  /(?<![\w.+/-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d{1,4}(?:[ ./-]?\d{1,4}){2,5}|\(\d{2,5}\) ?\d{2,4}[ .-]\d{2,5}(?:[ .-]\d{2,4})?|\d{3}[.-]\d{3}[.-]\d{4}|0\d{2,4}[ /-]\d{3,4}[ -]?\d{2,5})(?![\w-]|\.\d)/g;
const ip4 = /(?<![\w.-])\d{1,3}(?:\.\d{1,3}){3}(?![\w-]|\.\d)/g;
const ip6 = /(?<![\w:.])[\da-f]{1,4}:[\da-f:]{3,35}[\da-f](?![\w:])/gi;
/** The folder of a person: `/home/jane`, `/Users/jane`, `C:\Users\jane`. */
const home =
  /((?:\/home\/|\/Users\/|[A-Za-z]:[\\/]{1,2}Users[\\/]{1,2}))(?!(?:user|username|me|you|runner|ubuntu|node|app|shared|public|default)\b)[^\s/\\:"'<>|`),;]{1,64}/gi;
/** `@jane`, which is no part of an address, a package (`@scope/name`) or code (`@Override(`). */
const mention = /(?<![\w@/.`-])@[A-Za-z\d](?:[A-Za-z\d-]{0,38})(?![\w/@(.-]*[/@(])/g;
/** Trailers of commits. https://git-scm.com/docs/git-interpret-trailers */
const trailer =
  /^((?:Signed-off|Co-authored|Reported|Reviewed|Tested|Acked|Suggested|Helped)-by:).{0,300}$/gim;
const word = String.raw`\p{Lu}[\p{L}'’-]{1,30}`;
const fullName = String.raw`${word}(?: (?:${word}|\p{Lu}\.)){0,3}`;
/** Instead of the modifier `(?i:…)`: in a long process of Node 24 a pattern with it once did not match, for reasons unknown. */
const anyCase = (words: string): string =>
  words.replaceAll(/\p{L}/gu, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);
const closings =
  'thanks|thank you|many thanks|thx|cheers|(?:best|kind|warm|many)(?: regards| wishes)?|regards|sincerely|yours|greetings|mit freundlichen Grüßen|viele Grüße|cordialement|saludos';
/** `Hi Jane,` and `Thanks, Jane Doe` at the end of a line. */
const greeting = new RegExp(
  String.raw`^([ \t>]{0,8}(?:${anyCase('hi|hello|hey|dear|hallo|lieber?|bonjour|hola')})[ ,]{1,2})(?!(?:${anyCase('all|there|team|everyone|folks|world')})\b)((?:Mr|Mrs|Ms|Dr|Herr|Frau)\.? )?${fullName}(?=[ \t]{0,4}(?:[,!.:]|$))`,
  'gmu',
);
const signOff = new RegExp(
  String.raw`^([ \t>]{0,8}(?:${anyCase(closings)})[ \t]{0,4}[,.!]?[ \t]{0,4}(?:[-–—][ \t]{0,4})?\n{0,2}[ \t>]{0,8}(?:[-–—]{1,2}[ \t]{0,4})?)${fullName}(?=[ \t]{0,4}[.!]?[ \t]{0,4}$)`,
  'gmu',
);
const introduction = new RegExp(
  String.raw`\b((?:my name is|I am called|ich heiße|je m'appelle|me llamo|name:) {1,2})${fullName}`,
  'gu',
);
const initial =
  /^([ \t>]{0,8}(?:--|—|–)[ \t]{0,4}\n?)\p{Lu}[\p{L}'’-]{1,30}(?: \p{Lu}[\p{L}'’.-]{0,30}){0,3}[ \t]{0,4}$/gmu;
/** Postal addresses: a number and a street, a street and its number, a box, with the town behind. */
const kinds =
  'Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Square|Sq|Place|Pl|Parkway|Pkwy|Highway|Hwy|Way|Terrace';
const town = String.raw`(?:,? (?:Apt|Suite|Unit|Floor|#)\.? ?[\w-]{1,8})?(?:,? {0,2}${word}(?: ${word}){0,2})?(?:,? [A-Z]{2})?(?:,? (?:\d{5}(?:-\d{4})?|[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}))?`;
const street = new RegExp(
  String.raw`(?<![\w.-])\d{1,5}[A-Za-z]? (?:[NSEW]\.? )?(?:${word}|\d{1,3}(?:st|nd|rd|th))(?: ${word}){0,3}? (?:${kinds})\b\.?${town}`,
  'gu',
);
const streetFirst = new RegExp(
  String.raw`(?<![\p{L}\d])(?:\p{Lu}[\p{L}-]{1,30}(?:straße|strasse|str\.|gasse|allee|platz|weg|straat|gatan)|(?:Rue|Avenue|Boulevard|Calle|Via|Plaza) (?:de la |de |du |des |del )?${word}) \d{1,4}[a-z]?(?:,? (?:[A-Z]{1,2}-)?\d{4,5} ${word})?`,
  'gu',
);
const box = /\bP\.? ?O\.? Box \d{1,8}\b/gi;

/**
 * Masks the personal details that people leave in questions, issues and tickets: mails, keys, card and phone numbers,
 * addresses, folders with names in them, and the names of people, of whom `people` are known. In linear time.
 */
export function maskPeople(text: string, people: Iterable<string> = []): string {
  const plain = text.replaceAll(unseen, '').replaceAll(references, readReference);
  const masked = maskPrivate(
    plain.replaceAll(header, '$1[key]').replaceAll(field, '$1[key]').replaceAll(spelled, '[email]'),
  )
    .replaceAll(trailer, '$1 [name]')
    .replaceAll(street, '[address]')
    .replaceAll(streetFirst, '[address]')
    .replaceAll(box, '[address]')
    .replaceAll(phone, (found) => (isPhone(found) ? '[phone]' : found))
    .replaceAll(ip4, maskIp)
    .replaceAll(ip6, maskIp)
    .replaceAll(home, '$1[name]')
    .replaceAll(mention, '[name]')
    .replaceAll(greeting, '$1[name]')
    .replaceAll(signOff, '$1[name]')
    .replaceAll(initial, '$1[name]')
    .replaceAll(introduction, '$1[name]');
  return maskNames(masked, people);
}

function readReference(written: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) return named[name.toLowerCase()]!;
  const character = String.fromCharCode(decimal === undefined ? parseInt(hex!, 16) : Number(decimal));
  return /[\w@.+:-]/.test(character) ? character : written;
}

/** https://en.wikipedia.org/wiki/E.164: at most 15 digits; fewer than 9 are hardly one. */
function isPhone(written: string): boolean {
  const { length } = written.replaceAll(/\D/g, '');
  return length >= 9 && length <= 15;
}

/** The address of a machine on the internet; those of private networks, examples and loopback tell of nobody. */
function maskIp(written: string): string {
  if (!ipaddr.isValid(written)) return written;
  const range = ipaddr.process(written).range();
  return range === 'unicast' ? '[ip]' : written;
}

/** Shorter names are words of any language. */
const minName = 3;
const maxNames = 200;

function maskNames(text: string, people: Iterable<string>): string {
  const known = [...new Set([...people].map((name) => name.trim()))]
    .filter((name) => name.length >= minName && /\p{L}/u.test(name))
    .slice(0, maxNames);
  // A person's first name is not written alone in lower case.
  const parts = known.flatMap((name) =>
    /^\p{Lu}\p{L}+(?: \p{Lu}[\p{L}.'’-]+)+$/u.test(name)
      ? name.split(' ').filter((part) => part.length > minName)
      : [],
  );
  const all = [...known, ...parts].toSorted((one, other) => other.length - one.length);
  if (all.length === 0) return text;
  const any = all.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|');
  return text.replaceAll(new RegExp(`(?<![\\p{L}\\d_/.-])(?:${any})(?![\\p{L}\\d_-])`, 'gu'), '[name]');
}
