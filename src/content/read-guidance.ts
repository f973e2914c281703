import { basename, dirname } from 'node:path/posix';
import { splitFrontMatter, textField } from './front-matter.ts';
import type { Guidance, Skill } from './guidance.ts';
import type { ContentWarning } from './page.ts';
import type { FileTree } from './sources/file-tree.ts';

const guidanceFolder = /^\.(docent|mintlify)\//i;
/** Ours and Mintlify's names, in any case: https://mintlify.com/docs/assistant/configure */
const instructionsFile = /^\.(docent|mintlify)\/assistant\.md$/i;
const skillFile = /^\.(docent\/skills\/[^/]+\.md|(docent|mintlify\/assistant)\/skills\/[^/]+\/skill\.md)$/i;

/** Characters. This text is in every prompt, and every question pays for it. */
const maxInstructionsLength = 12_000;
const maxSkillLength = 12_000;
const maxSkills = 50;

/**
 * Splits a tree into the docs and their owners' instructions for answers: `.docent/assistant.md` for every question,
 * `.docent/skills/*.md` by topic. Texts that are too long are cut, with a warning in the tree.
 */
export async function splitGuidance(tree: FileTree): Promise<{ docs: FileTree; guidance: Guidance }> {
  const warnings: ContentWarning[] = [];
  const read = async (file: string, maxLength: number): Promise<string> => {
    const { text, warning } = await tree.read(file);
    if (warning !== null) warnings.push({ file, message: `It ${warning}.` });
    if (text !== null && text.length > maxLength) {
      warnings.push({ file, message: `Only its first ${maxLength} characters are used.` });
    }
    return (text ?? '').slice(0, maxLength);
  };
  const [instructions] = tree.files.filter((file) => instructionsFile.test(file));
  const skills: Skill[] = [];
  for (const file of tree.files.filter((path) => skillFile.test(path)).slice(0, maxSkills)) {
    skills.push(asSkill(file, await read(file, maxSkillLength)));
  }
  const guidance = {
    instructions:
      instructions === undefined
        ? ''
        : splitFrontMatter(await read(instructions, maxInstructionsLength)).body.trim(),
    skills: skills.filter(({ text }) => text !== ''),
  };
  const files = tree.files.filter((file) => !guidanceFolder.test(file));
  return { docs: { ...tree, files, warnings: [...tree.warnings, ...warnings] }, guidance };
}

function asSkill(file: string, text: string): Skill {
  const { data, body } = splitFrontMatter(text);
  const isNamedByFolder = basename(file).toLowerCase() === 'skill.md';
  const name = isNamedByFolder ? basename(dirname(file)) : basename(file, '.md');
  return {
    name: textField(data, 'name', 'title') ?? name,
    description: textField(data, 'description') ?? '',
    text: body.trim(),
  };
}
