import { z } from 'zod';
import { checkChanges } from '../checks/check-changes.ts';
import { describeFinding } from '../checks/finding.ts';
import { defineTool } from './tool.ts';

export const validate = defineTool({
  name: 'validate',
  description:
    'Checks the changes: syntax, front matter, links, anchors, images, navigation, secrets. Tells only what the changes broke.',
  input: z.object({}),
  summary: () => 'changes',
  async run(_, { workspace, checker }) {
    const findings = await checkChanges(workspace, checker);
    return findings.length === 0
      ? 'Nothing is broken.'
      : findings.slice(0, 40).map(describeFinding).join('\n');
  },
});
