import type { Comparison, Difference } from '../content/compare-rule.ts';
import type { BuildMatch } from '../content/built/place-build.ts';
import { counted } from './counted.ts';

/** Maximum printed differences; `--json` has all of them. */
const maxDifferences = 20;

/** How files were matched with a build, and where it differs from the rules. */
export function describeComparison(
  match: BuildMatch,
  { pages, sameUrl, sameAnchors, differences }: Comparison,
): string[] {
  const { pages: matched, unpublished, unmatched } = match;
  const files = matched.size + unpublished.length + unmatched.length;
  const how = ['edit-link', 'map', 'text', 'rule'].flatMap((one) => {
    const count = [...matched.values()].filter(({ by }) => by === one).length;
    return count === 0 ? [] : [`${count} by ${one}`];
  });
  const left = [
    unpublished.length > 0 ? `; ${unpublished.length} not published` : '',
    unmatched.length > 0 ? `; ${unmatched.length} not in it, by rule alone` : '',
  ];
  return [
    `Build         ${match.name}: ${counted(match.count, 'page', 'pages')}`,
    `Matched       ${matched.size} of ${counted(files, 'file', 'files')}${how.length > 0 ? `: ${how.join(', ')}` : ''}${left.join('')}`,
    `Build ≠ rule  ${pages - sameUrl} addresses and the ids of ${pages - sameAnchors} of ${counted(pages, 'page', 'pages')}`,
    ...differences.slice(0, maxDifferences).map(describeDifference),
    ...(differences.length > maxDifferences ? [`  … and ${differences.length - maxDifferences} more`] : []),
  ];
}

function describeDifference({ file, url, anchors }: Difference): string {
  const ids = (some: string[]): string =>
    some
      .slice(0, 3)
      .map((id) => `#${id}`)
      .join(' ') || 'none';
  const isSame = anchors.rule.length + anchors.build.length === 0;
  return [
    `  ${file}:`,
    ...(url.rule === url.build
      ? []
      : [`${url.build ?? 'not published'}, by rule ${url.rule ?? 'not published'}`]),
    ...(isSame ? [] : [`${ids(anchors.build)}, by rule ${ids(anchors.rule)}`]),
  ].join(' ');
}
