import type { Log } from '../lib/log.ts';
import type { Model } from '../models/model.ts';
import type { Price } from '../models/price.ts';
import type { SearchIndex } from '../retrieval/open-index.ts';
import type { Store } from '../store/store.ts';
import type { NewTurn } from '../store/turns.ts';

type AnswerSettings = {
  /** Whether the model, too, sees no mail addresses, keys and card numbers. */
  maskBeforeModel: boolean;
  /** By `provider/model`, in place of the list prices. */
  prices: Record<string, Price>;
  /** How long a model may take to its first token. */
  firstTokenMs: number;
  /** Answers a month of organizations whose plan says nothing; null: as many as they like. */
  creditsPerMonth: number | null;
};

/** What an answer is made with: the first of `models` that answers does. */
export type AnswerDeps = {
  store: Store;
  models: readonly Model[];
  log: Log;
  config: { answers: AnswerSettings };
  /** Told of every turn when it is over. */
  onTurn?: ((turn: NewTurn) => void) | undefined;
};

/** Whose docs are asked, and how. */
export type AnswerScope = {
  organization: { id: string; plan: { creditsPerMonth?: number } };
  project: {
    id: string;
    baseUrl: string | null;
    settings: {
      instructions?: string;
      requireThreadKey?: boolean;
      overages?: boolean;
      whenExhausted?: 'refuse' | 'excerpts';
    };
  };
  index: SearchIndex;
  deployment: { id: string; commit: string | null };
  protocol: string;
  requestId: string;
  /** Who a reader token says is asking. */
  reader?: string | null;
  /** From a page in a browser, a program, or anything else (which it is when it is not said). */
  caller?: 'web' | 'api' | 'other';
};
