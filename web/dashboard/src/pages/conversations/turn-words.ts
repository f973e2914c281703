import type { Turn } from '../../../../../src/protocol/manage/conversation-schema.ts';

/** Why an answer is incomplete; null where the badge says it already. */
const reasons: Record<string, string | null> = {
  not_in_docs: null,
  closest: 'only something near it was found',
  uncited: 'the answer cited nothing',
  partly_in_docs: null,
  clarifying: 'it asked back',
  weak_evidence: 'the evidence was weak',
  cut_short: 'the model stopped at its limit',
  filtered: 'the provider’s filter cut it',
  aborted: 'the reader left or stopped it',
  no_first_token: 'the model did not begin in time',
  silent: 'the model fell silent',
  too_long: 'it took too long',
  refused: 'the model declined',
  empty: 'the model wrote nothing',
  internal: 'a fault of the server, which its log explains',
};

export function reasonWord(reason: string | null): string | null {
  if (reason === null) return null;
  return Object.hasOwn(reasons, reason) ? reasons[reason]! : reason.replaceAll('_', ' ');
}

/** What was taken out of the model's text; empty where nothing was. */
export function removedWords({ citations, links, unsupported }: NonNullable<Turn['found']>['removed']) {
  const said = [
    citations > 0 && `${counted(citations, 'citation')} removed`,
    links > 0 && `${counted(links, 'link')} removed`,
    unsupported > 0 &&
      `${counted(unsupported, 'sentence')} not in ${unsupported === 1 ? 'its' : 'their'} source`,
  ].filter((words) => words !== false);
  return said.join(', ');
}

const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`;
