/** Does one job; null when it is done with, else milliseconds after which it is to be tried again. */
export type JobWork = (jobId: string) => Promise<number | null>;

/**
 * Wakes workers. It only says that a job may want work: the tables say whether it does, and who has it. So a lost wake-up
 * costs time until the next look, and a doubled one nothing.
 */
export type JobQueue = {
  /** Says that a job may be worked on, in `delayMs`. */
  wake(jobId: string, delayMs?: number): Promise<void>;
  /** Begins to take jobs: at most `concurrency` at once, never the same one twice at once in this process. */
  start(work: JobWork, concurrency: number): Promise<void>;
  /** Takes no more, and resolves when what was begun has ended. */
  stop(): Promise<void>;
};
