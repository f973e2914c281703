import { dataParsers } from '../config/parsers.ts';
import { asList, asObject, asText } from '../config/values.ts';

/** Maximum YAML aliases, and levels of nested cards. No person writes as many. */
const maxAliases = 50;
const maxLevels = 8;

/**
 * A page of Microsoft Learn in YAML as Markdown: questions and answers, or the cards of a landing page or hub with their
 * titles, summaries and links.
 * https://github.com/NuGet/docs.microsoft.com-nuget/blob/main/docs/index.yml, and `resources/NuGet-FAQ.yml` there, have both.
 * @param kind that its first line names: `FAQ`, `Landing` or `Hub`
 */
export function docfxYaml(source: string, kind: string): string {
  const page = asObject(readYaml(source));
  const { title, summary, sections, additionalContent } = page;
  const blocks =
    kind === 'FAQ'
      ? [...asList(sections).flatMap((one) => readQuestions(asObject(one))), textOf(additionalContent)]
      : Object.entries(page).flatMap(([key, value]) => (told.has(key) ? [] : readCards(value, 2)));
  const heading = lineOf(title) === '' ? '' : `# ${lineOf(title)}`;
  return [heading, textOf(summary), ...blocks].filter((block) => block !== '').join('\n\n');
}

/** Scalars are texts. What does not parse is read as far as it does, and nothing of a bomb of aliases. */
function readYaml(source: string): unknown {
  const { parseYamlAsText, parseYaml } = dataParsers();
  for (const parse of [() => parseYamlAsText(source, maxAliases), () => parseYaml(source, () => {})]) {
    try {
      return parse();
    } catch {
      continue;
    }
  }
  return null;
}

/** Authors who need no sections call theirs so, and Learn does not show it. */
const noSection = /^(?:ignored)?$/i;

function readQuestions({ name, questions }: Record<string, unknown>): string[] {
  const section = lineOf(name);
  const isShown = !noSection.test(section);
  const asked = asList(questions)
    .map(asObject)
    .flatMap(({ question, answer }) => [namedHeading(isShown ? 3 : 2, lineOf(question)), textOf(answer)]);
  return isShown ? [namedHeading(2, section), ...asked] : asked;
}

/** Learn makes these ids with a hyphen for each other character: `How?` is `how-`. */
function namedHeading(level: number, text: string): string {
  const id = text.toLowerCase().replaceAll(/[^a-z\d]/g, '-');
  return text === '' ? '' : `${'#'.repeat(level)} ${text} {#${id}}`;
}

/** What is no card, or is told already. */
const told = new Set(['title', 'text', 'name', 'url', 'href', 'summary', 'description', 'metadata', 'brand']);

/** Cards in cards: one with an address is a link, others are sections. A text is only what stands below them. */
function readCards(value: unknown, level: number): string[] {
  if (level > maxLevels) return [];
  if (Array.isArray(value)) return value.flatMap((one) => readCards(one, level));
  const card = asObject(value);
  const title = lineOf(card['title'] ?? card['text'] ?? card['name']);
  const url = (asText(card['url'] ?? card['href']) ?? '').replaceAll(/[<>\s]/g, '').replaceAll('\\', '/');
  const summary = textOf(card['summary'] ?? card['description']);
  const within = Object.entries(card).flatMap(([key, inner]) => {
    if (told.has(key)) return [];
    if (key === 'footer') return [textOf(inner)];
    return readCards(inner, title === '' ? level : level + 1);
  });
  if (url !== '') {
    const link = `- [${title.replaceAll(/[[\]]/g, '') || url}](<${url}>)`;
    return [summary === '' ? link : `${link}: ${lineOf(summary)}`, ...within];
  }
  const heading = title === '' ? '' : `${'#'.repeat(Math.min(level, 6))} ${title}`;
  return [heading, summary, kindOf(card['linkListType']), ...within];
}

/** What Learn writes above a list of links: `how-to-guide` is "How to guide". */
function kindOf(type: unknown): string {
  const words = lineOf(type).replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function textOf(value: unknown): string {
  return (asText(value) ?? '').trim();
}

function lineOf(value: unknown): string {
  return textOf(value).replaceAll(/\s+/g, ' ');
}
