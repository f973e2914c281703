import type { EvidenceSection } from '../evidence.ts';

/** The URL of a section's page. */
export function pageOf({ url }: EvidenceSection): string {
  return url.split('#')[0]!;
}

/** Without its host: `https://news.example.org/guide` is a guide. */
export function pathOf(section: EvidenceSection): string {
  return pageOf(section).replace(/^https?:\/\/[^/]*|\?.*/gs, '');
}
