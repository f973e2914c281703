import type { Finished } from '../channel.ts';
import { closingOf, restOf } from '../finish-answer.ts';
import { splitText } from '../split-text.ts';
import { ratings } from './read-slack.ts';
import { toMrkdwn } from './mrkdwn.ts';

// https://docs.slack.dev/reference/methods/chat.postMessage#truncating , …/block-kit/blocks/section-block
const maxText = 3_900;
const maxSection = 3_000;
const maxMessages = 4;

type SlackMessage = { text: string; blocks: object[] };

/** Verbatim: what looks like a name or a channel is text, so nobody is called. */
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

/** The text so far in one message. */
export function messageSoFar(markdown: string): SlackMessage {
  const [first = '…'] = splitText(`${toMrkdwn(markdown)} …`, maxText);
  return { text: first, blocks: splitText(first, maxSection).map(section) };
}

/** A complete answer in as few messages as Slack's limits allow. */
export function messagesOf(answer: Finished, asking: string): SlackMessage[] {
  const closing = toMrkdwn(closingOf(answer)).slice(0, maxText);
  const all = splitText(`${asking}${toMrkdwn(answer.markdown)}`, maxText);
  const shown = all.length > maxMessages ? [...all.slice(0, maxMessages), toMrkdwn(restOf(answer))] : all;
  const last = shown.at(-1) ?? '';
  const parts = last.length + closing.length + 2 <= maxText ? [...shown.slice(0, -1), `${last}\n\n${closing}`.trim()] : [...shown, closing]; // prettier-ignore
  return parts.map((text, nth) => ({
    text,
    blocks: [
      ...splitText(text, maxSection).map(section),
      ...(nth === parts.length - 1 && answer.messageId !== null ? [buttons(answer.messageId)] : []),
    ],
  }));
}

function buttons(messageId: string): object {
  const words = { docent_helpful: ':thumbsup: Helpful', docent_unhelpful: ':thumbsdown: Not helpful' };
  return {
    type: 'actions',
    elements: Object.keys(ratings).map((action) => ({
      type: 'button',
      action_id: action,
      value: messageId,
      text: { type: 'plain_text', emoji: true, text: words[action as keyof typeof words] },
    })),
  };
}
