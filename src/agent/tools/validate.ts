import { z } from 'zod';
import { checkRemovals } from '../checks/check-removals.ts';
import { checkChanges } from '../checks/check-changes.ts';
import { describeFinding } from '../checks/finding.ts';
import { defineTool } from './tool.ts';

export const validate = defineTool({
  name: 'validate',
  description:
    'Checks all changes of this pull request: syntax, front matter, links, anchors, images, navigation, redirects, secrets. Reports only what they broke.',
  input: z.object({}),
  summary: () => 'changes',
  async run(_, { wholeChange, checker }) {
    const whole = await wholeChange();
    const findings = [...(await checkChanges(whole, checker)), ...(await checkRemovals(whole, checker))];
    return findings.length === 0
      ? 'Nothing is broken.'
      : findings.slice(0, 40).map(describeFinding).join('\n');
  },
});
