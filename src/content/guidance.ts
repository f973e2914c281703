/** What the docs' owners say for answers. */
export type Guidance = {
  /** What the docs are about, by its name. */
  product?: string;
  /** Added to every prompt; may be empty. */
  instructions: string;
  skills: Skill[];
};

/** Guidance on one topic, for questions that match its name or description. */
export type Skill = { name: string; description: string; text: string };

export const noGuidance: Guidance = { instructions: '', skills: [] };
