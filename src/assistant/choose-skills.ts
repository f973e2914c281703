import type { SearchIndex } from '../retrieval/open-index.ts';
import { questionTerms } from '../retrieval/question-terms.ts';

export type Guidance = SearchIndex['guidance'];
type Skill = Guidance['skills'][number];

const maxSkills = 3;
const maxSkillsLength = 24_000;

/**
 * The project's guidance for one question: its instructions, and the skills whose name or description the question
 * mentions. One word of the name suffices; of the description it takes two.
 */
export function chooseSkills({ instructions, skills }: Guidance, question: string): Guidance {
  if (skills.length === 0) return { instructions, skills };
  const asked = new Set(questionTerms(question));
  const matching = skills
    .map((skill) => ({ skill, score: matchOf(skill, asked) }))
    .filter(({ score }) => score >= 2)
    .sort((a, b) => b.score - a.score)
    .slice(0, maxSkills);
  let room = maxSkillsLength;
  const chosen = matching.map(({ skill }) => skill).filter(({ text }) => (room -= text.length) >= 0);
  return { instructions, skills: chosen };
}

function matchOf({ name, description }: Skill, asked: ReadonlySet<string>): number {
  const inName = new Set(questionTerms(name.replaceAll(/[-_]/g, ' ')));
  const inDescription = new Set(questionTerms(description));
  return [...asked].reduce(
    (score, term) => score + (inName.has(term) ? 2 : inDescription.has(term) ? 1 : 0),
    0,
  );
}
