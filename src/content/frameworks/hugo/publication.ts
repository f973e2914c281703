import { asObject, asTexts } from '../../config/values.ts';
import { flagField, type FrontMatter } from '../../front-matter.ts';
import { dateField, type Publication } from '../../publication.ts';
import { lowerKeys } from './config.ts';
import type { PublishingFacts } from './facts.ts';

/** What Hugo builds besides published pages, and in which fields it looks for dates, where the configuration says so. */
export function publishingFacts(options: Record<string, unknown>): PublishingFacts {
  const builds = ['drafts', 'future', 'expired'].filter((one) => String(options[`build${one}`]) === 'true');
  const { publishdate, expirydate } = lowerKeys(options['frontmatter']);
  const dates = { publishdate: asTexts(publishdate), expirydate: asTexts(expirydate) };
  const isUsual = dates.publishdate.length + dates.expirydate.length === 0;
  return {
    ...(builds.length > 0 && { builds }),
    ...(!isUsual && { dates }),
  };
}

/** https://gohugo.io/configuration/front-matter/#dates */
const usualDates: Record<string, string[]> = {
  publishdate: ['publishdate', 'pubdate', 'published', 'date'],
  expirydate: ['expirydate', 'unpublishdate'],
};

/** Fields that decide whether a page is published, for which those above it may `cascade` a value. */
export function isPublishing(field: string): boolean {
  return ['draft', 'headless', 'build.render', ...Object.values(usualDates).flat()].includes(field);
}

/** https://gohugo.io/getting-started/usage/#draft-future-and-expired-content */
export function publicationOf(facts: PublishingFacts, data: FrontMatter): Publication {
  const all = withCascade(facts, data);
  const dateOf = (kind: string): number | null => {
    const usual = usualDates[kind]!;
    const own = (facts.dates?.[kind] ?? []).map((field) => field.toLowerCase());
    return dateField(
      all,
      ...(own.length === 0 ? usual : own.flatMap((one) => (one === ':default' ? usual : one))),
    );
  };
  return {
    from: builds(facts, 'future') ? -Infinity : (dateOf('publishdate') ?? -Infinity),
    until: builds(facts, 'expired') ? Infinity : (dateOf('expirydate') ?? Infinity),
  };
}

export function isLeftOut(facts: PublishingFacts, data: FrontMatter): boolean {
  const all = withCascade(facts, data);
  const render = all['build.render'] ?? asObject(data['build'] ?? data['_build'])['render'];
  return (
    flagField(all, true, 'headless') ||
    (flagField(all, true, 'draft') && !builds(facts, 'drafts')) ||
    ['never', 'false', 'link'].includes(String(render))
  );
}

export function builds(
  { builds: built = [] }: PublishingFacts,
  what: 'drafts' | 'future' | 'expired',
): boolean {
  return built.includes(what);
}

function withCascade({ cascade }: PublishingFacts, data: FrontMatter): FrontMatter {
  return { ...cascade, ...lowerKeys(data) };
}
