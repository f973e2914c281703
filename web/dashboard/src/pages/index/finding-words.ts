import type { Finding } from '../../../../../src/protocol/manage/finding-schema.ts';

export type FindingKind = Finding['kind'];

/** The label of each kind of finding. */
export const findingWords: Record<Finding['kind'], string> = {
  link: 'Broken link',
  anchor: 'Missing anchor',
  claim: 'Not true of the code',
  syntax: 'Leaked syntax',
  expression: 'Unknown expression',
  fallback: 'Read in a simpler way',
  letters: 'Not translated',
  operation: 'No description',
  title: 'Duplicate title',
  warning: 'Warning',
};

export const findingKinds = Object.keys(findingWords) as FindingKind[];

/** `guide/install.md:12`, the form that editors open. */
export const placeOf = ({ file, line }: Finding): string => (line === null ? file : `${file}:${line}`);

const tasks: Record<Finding['kind'], string> = {
  link: 'This link leads nowhere. Find the page that is meant and link to it; if there is none, reword the sentence.',
  anchor: 'This link leads to a heading that its page does not have. Link to the heading that is meant.',
  claim:
    'The code has changed and this is no longer true. Look at the lines of the code that are named, and bring the page up to date, and whatever else says the same.',
  syntax:
    'Readers see this as it stands, though it is syntax of the site. Write it so that it is shown as intended.',
  expression:
    'This expression is not known when the page is read as text. Write down what it stands for where readers need it.',
  fallback: 'The page does not parse. Mend its syntax without changing what it says.',
  letters: 'The page is not in the language that it says. Translate it, or mark it as what it is.',
  operation:
    'This API operation has no description. Describe what it does, from what the repository says about it.',
  title: 'Two pages share this title. Give this one a title that sets it apart.',
  warning: 'Reading the docs gave this warning. Mend what causes it.',
};

/** The prompt of a job that fixes it. */
export const promptFor = (finding: Finding): string =>
  `In ${placeOf(finding)}: ${tasks[finding.kind]}\n\n${finding.text}`;
