import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { newId } from '../../lib/ids.ts';
import type { Model } from '../model.ts';
import { calledInText } from './called-in-text.ts';
import { filterMarks } from './filter-marks.ts';

type Part = LanguageModelV4StreamPart;
type Thinking = 'unknown' | 'elsewhere' | 'in-text';

/** How each model's thoughts were observed to arrive. */
const thinking = new WeakMap<Model, Thinking>();

/** Models whose prompt begins their thoughts for them, by their names: only the end of these is in their text. */
const thinkers = /qwen-?3|qwq|\br1\b|-r1|think|reason|glm-4\.|glm-z|nemotron|magistral|minimax-m|hermes-?4/i;
/** Characters of any other model's first answer that are held back until a citation or the end of thoughts. */
const firstHold = 300;
/** Milliseconds that they are held back. */
const firstHoldMs = 1_000;

/** Takes the marks of machines out of one call's parts; built-in models write none. */
export function partsWithoutMarks(model: Model, toolNames: readonly string[]) {
  if (model.provider === 'docent')
    return { read: (part: Part): Part[] => [part], heldBack: () => null, letGo: (): Part[] => [] };
  const before = thinking.get(model) ?? 'unknown';
  const hold = holdFor(model, before);
  const marks = filterMarks(hold);
  let id = 'text';
  let ended = false;
  let calls = 0;
  let longEnough: Promise<'held'> | undefined;

  function rest(): Part[] {
    if (ended) return [];
    ended = true;
    const delta = marks.end();
    if (marks.sawThoughts()) thinking.set(model, 'in-text');
    else if (before === 'unknown') thinking.set(model, 'elsewhere');
    return delta === '' ? [] : [{ type: 'text-delta', id, delta }];
  }

  /** Calls in the text count only when the server reported none. */
  function callsInText(): Part[] {
    if (calls > 0) return [];
    return marks.calls
      .flatMap((text) => calledInText(text, toolNames))
      .map((call) => ({ type: 'tool-call', toolCallId: newId('call'), ...call }));
  }

  return {
    /** Resolves when text that waits has waited long enough; null while none does. */
    heldBack: (): Promise<'held'> | null => {
      if (hold === 0 || hold === Infinity || !marks.waits()) return null;
      return (longEnough ??= wait(firstHoldMs, 'held' as const, { ref: false }));
    },
    letGo: (): Part[] =>
      hold !== Infinity && marks.waits() ? [{ type: 'text-delta', id, delta: marks.letGo() }] : [],
    read(part: Part): Part[] {
      if (part.type === 'tool-call') calls += 1;
      if (part.type === 'text-delta') {
        ({ id } = part);
        const delta = marks.push(part.delta);
        if (delta === part.delta) return [part];
        return delta === '' ? [] : [{ ...part, delta }];
      }
      // Text may go on after a thought or a call, so only the finish ends it.
      return part.type === 'finish' ? [...rest(), ...callsInText(), part] : [part];
    },
  };
}

function holdFor({ provider, modelId }: Model, seen: Thinking): number {
  if (provider !== 'compatible' || seen === 'elsewhere') return 0;
  return seen === 'in-text' || thinkers.test(modelId) ? Infinity : firstHold;
}

/** Text that does not stream. */
export function withoutMarks(text: string): string {
  const marks = filterMarks(0);
  return (marks.push(text) + marks.end()).trim();
}
