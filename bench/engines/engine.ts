/** A section as every engine gets it. */
export type BenchSection = {
  id: number;
  path: string;
  title: string;
  headings: string;
  text: string;
  /** Of length 1; the same for every engine that takes vectors. */
  vector: Float32Array;
};

/** An engine under test: sections in, the numbers of the best sections out, best first. */
export type Engine = {
  name: string;
  build: (sections: BenchSection[]) => Promise<void>;
  search: (question: string, vector: Float32Array, limit: number) => Promise<number[]>;
  close: () => Promise<void>;
};
