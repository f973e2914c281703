import { asObject, asTexts } from '../../config/values.ts';
import { flagField, type FrontMatter } from '../../front-matter.ts';
import { dateField, type Publication } from '../../publication.ts';
import { lowerKeys } from './config.ts';

type Facts = Record<string, string>;

/** What Hugo builds besides published pages, and in which fields it looks for dates, where the configuration says so. */
export function publishingFacts(options: Record<string, unknown>): Facts {
  const builds = ['drafts', 'future', 'expired'].filter((one) => String(options[`build${one}`]) === 'true');
  const { publishdate, expirydate } = lowerKeys(options['frontmatter']);
  const dates = { publishdate: asTexts(publishdate), expirydate: asTexts(expirydate) };
  const isUsual = dates.publishdate.length + dates.expirydate.length === 0;
  return {
    ...(builds.length > 0 && { builds: builds.join(' ') }),
    ...(!isUsual && { dates: JSON.stringify(dates) }),
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
export function publicationOf(extra: Facts, data: FrontMatter): Publication {
  const all = withCascade(extra, data);
  const named = asObject(JSON.parse(extra['dates'] ?? '{}'));
  const dateOf = (kind: string): number | null => {
    const usual = usualDates[kind]!;
    const own = asTexts(named[kind]).map((field) => field.toLowerCase());
    return dateField(
      all,
      ...(own.length === 0 ? usual : own.flatMap((one) => (one === ':default' ? usual : one))),
    );
  };
  return {
    from: builds(extra, 'future') ? -Infinity : (dateOf('publishdate') ?? -Infinity),
    until: builds(extra, 'expired') ? Infinity : (dateOf('expirydate') ?? Infinity),
  };
}

export function isLeftOut(extra: Facts, data: FrontMatter): boolean {
  const all = withCascade(extra, data);
  const render = all['build.render'] ?? asObject(data['build'] ?? data['_build'])['render'];
  return (
    flagField(all, true, 'headless') ||
    (flagField(all, true, 'draft') && !builds(extra, 'drafts')) ||
    ['never', 'false', 'link'].includes(String(render))
  );
}

export function builds({ builds: built = '' }: Facts, what: 'drafts' | 'future' | 'expired'): boolean {
  return built.split(' ').includes(what);
}

function withCascade({ cascade = '{}' }: Facts, data: FrontMatter): FrontMatter {
  return { ...(JSON.parse(cascade) as FrontMatter), ...lowerKeys(data) };
}
