import type { EvidenceSection } from '../evidence.ts';

/** Names of files and folders that tell what changed between versions rather than how things are. */
const name =
  /^(?:change-?logs?|changes|history|news|blog|releases?|release[-_]?notes?|whats[-_]?new|(?:up|down)grad(?:es?|ing)\b.*|upgrade[-_].*|migrati(?:ng|on)[-_](?:guides?|from|to|v?\d).*|v?\d[\d.]*[-_]to[-_]v?\d.*)$/i;
const asked =
  /\b(?:(?:up|down)grad|migrat|chang(?:ed|elog)|changes? (?:in|between|since)|new in|what(?:'s| is) new|releas|since|removed|deprecat|breaking|announc|aktualisier|neu in|neuerung|geändert|umstieg|umsteigen)|変更点|移行|アップグレード|新機能|リリース|升级|迁移|变更|新功能/i;

/** Whether a section is of a changelog, release notes, an announcement or a guide to another version. */
export function tellsChanges({ url }: Pick<EvidenceSection, 'url'>): boolean {
  const path = url.replace(/^https?:\/\/[^/]*|[?#].*$/g, '');
  return path.split('/').some((part) => name.test(part.replace(/\.\w{2,5}$/, '')));
}

/** Whether a question asks for what changed. */
export function asksForChanges(question: string): boolean {
  return asked.test(question);
}
