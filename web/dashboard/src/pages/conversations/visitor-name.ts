import { channelTitle } from '../../ui/channel-names.ts';
import { playgroundFp } from '../playground/ask.ts';

/** Who asked and by which channel, in words: the widget, the playground and programs name readers by random ids. */
export function visitorName(fp: string): string {
  if (fp === playgroundFp) return 'Playground';
  if (fp === '' || fp === 'anonymous') return 'Anonymous';
  const [, visitor] = /^web_[\da-f]*([\da-f]{4})$/.exec(fp) ?? [];
  if (visitor !== undefined) return `Visitor ${visitor.toUpperCase()} in the widget`;
  const [, channel, person] = /^(slack|discord|github):(.+)$/.exec(fp) ?? [];
  return channel === undefined ? fp : `${person} on ${channelTitle(channel)}`;
}
