import type { TurnStatus } from '../../../../src/protocol/manage/conversation-schema.ts';

/** How a turn can end: one word and one hue each, in badges (`tone`) and in charts (`color`). */
export const turnStates: Record<TurnStatus, { word: string; tone: 'good' | 'warn' | 'bad'; color: string }> =
  {
    answered: { word: 'Answered', tone: 'good', color: 'light-dark(#0f766e, #26a699)' },
    partial: { word: 'Partly answered', tone: 'warn', color: 'light-dark(#e9cf8f, #7d672f)' },
    unanswered: { word: 'Not in the docs', tone: 'warn', color: 'light-dark(#d99117, #c98a1b)' },
    failed: { word: 'Failed', tone: 'bad', color: 'light-dark(#d4573f, #c25545)' },
  };
