import type { Deployment } from '../../../../../src/protocol/manage/deployment-schema.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const words: Record<Deployment['status'], { tone: Tone; word: string }> = {
  queued: { tone: 'plain', word: 'Queued' },
  in_progress: { tone: 'accent', word: 'In progress' },
  success: { tone: 'good', word: 'Success' },
  failure: { tone: 'bad', word: 'Failed' },
};

export function DeploymentBadge({ status }: { status: Deployment['status'] }) {
  return <Badge tone={words[status].tone}>{words[status].word}</Badge>;
}
