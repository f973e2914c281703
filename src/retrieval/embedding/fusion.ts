/** How what a model says of sections is joined with what their words say. */
export type Fusion = {
  /** Part of a section's score that comes from its vector. */
  share: number;
  /**
   * Standard deviations above the mean cosine of all sections from which on a section is like the question. Models
   * differ in what a cosine says; this does not.
   */
  floor: number;
};

/**
 * Right for all-MiniLM-L6-v2: of twenty tried, the best on the mean of eight sets and of any seven of them. Other models
 * begin with it; `npm run bench -- ranking-weights DATA` measures the configured one.
 */
export const usualFusion: Fusion = { share: 0.4, floor: 1 };
