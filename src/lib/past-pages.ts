import { remembering } from './recent.ts';

/** Names of files and folders that tell what changed or what was proposed, not how things are. */
const pastName =
  /^(?:change-?logs?|changes|history|blog|news|archived?|announcements?|(?:(?:releases?|release[-_]?notes?|whats[-_]?new|rfcs?|seps?|proposals?)(?:[-_].*)?)|(?:up|down)grad(?:es?|ing)\b.*|upgrade[-_].*|migrati(?:ng|on)[-_](?:guides?|from|to|v?\d).*|v?\d[\d.]*[-_]to[-_]v?\d.*|\d{4}-\d\d-\d\d-.+|.*(?:\b|_)(?:announcing|release[-_]notes|whats[-_]new|changelog)(?:\b|_).*)$/i;
/** Posts by date: `2024/05/01/title`. */
const postDate = /(?:^|\/)\d{4}\/\d\d\//;
/** In the languages that questions are most often asked in. */
const asked =
  /\b(?:(?:up|down)grad|migr[aei]|(?:mov|switch)(?:e|ing)? (?:\w{1,20} ){0,3}from|chang(?:ed|elog)|changes? (?:in|between|since)|new in|what(?:'s| is) new|news\b|announc|releas|history|archiv|blog|rfcs?\b|seps?\b|proposal|since|introduced|(?:was|were|been) (?:\w{1,20} ){0,4}(?:added|dropped|fixed|renamed)|removed|deprecat|breaking|aktualisier|neu in|neuigkeit|neuerung|geändert|umstieg|umsteigen|veröffentlich|versions?hinweis|nouveaut|quoi de neuf|mise à (?:jour|niveau)|notes de version|novedad|novidade|novit|actualiza|atualiza|aggiorna)|ankündig|変更点|移行|アップグレード|新機能|リリース|升级|迁移|变更|新功能|что нового|обнов|миграц|изменени|변경|업그레이드|마이그레이션|릴리스/i;

/** Characters of the paths that are remembered: each question is asked of the pages that it found. */
const maxRemembered = 50_000;

/** Whether a page is a changelog, release notes, an announcement, a proposal or a guide to another version. */
export const tellsPast = remembering(
  maxRemembered,
  (path) =>
    postDate.test(path) || path.split('/').some((part) => pastName.test(part.replace(/\.\w{2,5}$/, ''))),
);

/** Whether a question asks for what such pages tell. */
export function asksForPast(question: string): boolean {
  return asked.test(question);
}
