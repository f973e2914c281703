import { hash } from 'node:crypto';
import type { Asked } from './channel.ts';

/** The `fp` of a person in a channel, by which they are forgotten: `slack:U024BE7LH`. */
export const personOf = (channel: string, { person }: Pick<Asked, 'person'>): string =>
  `${channel}:${person}`;

/** The thread of a conversation in a channel; ids that no header takes are hashed. */
export function threadIdOf(channel: string, { thread }: Pick<Asked, 'thread'>): string {
  const id = `${channel}:${thread}`;
  return /^[\u0020-\u007e]{1,128}$/.test(id) ? id : `${channel}:${hash('sha256', thread)}`;
}
