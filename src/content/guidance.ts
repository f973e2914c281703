/** Instructions of the docs' owners for answers. */
export type Guidance = {
  /** Added to every prompt; may be empty. */
  instructions: string;
  skills: Skill[];
};

/** Guidance on one topic, for questions that match its name or description. */
export type Skill = { name: string; description: string; text: string };

export const noGuidance: Guidance = { instructions: '', skills: [] };
