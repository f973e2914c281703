import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { ChannelTest } from '../../../../../src/protocol/manage/channel-schema.ts';
import { useProject } from '../../layout/where.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ErrorText, Note } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';
import { type ChannelName, channelTitles } from '../../ui/channel-names.ts';

/** Whether a channel works, and what keeps it from that. */
export function TestCard({ name, registers }: { name: ChannelName; registers: boolean }) {
  const { id } = useProject();
  const path = `/manage/v1/projects/${id}/channels/${name}`;
  const [result, setResult] = useState<ChannelTest>();
  const testing = useAction(async () => setResult(await request<ChannelTest>('POST', `${path}/test`)));
  const registering = useAction(async () => {
    await request('POST', `${path}/register`);
    setResult(undefined);
    return { text: 'The command /ask is registered.' };
  });
  return (
    <Card title="Test">
      <div className="grid gap-4">
        <div className="flex flex-wrap gap-2">
          <Button busy={testing.busy} onClick={() => testing.run()}>
            Test {channelTitles[name]}
          </Button>
          {registers && (
            <Button busy={registering.busy} onClick={() => registering.run()}>
              Register the command
            </Button>
          )}
        </div>
        <ErrorText error={testing.error ?? registering.error} />
        <div role="status" className="grid gap-2 empty:hidden">
          {result?.ok === true && <Note tone="accent">Everything that can be tested from here works.</Note>}
          {result?.problems.map((problem) => (
            <Note key={problem} tone="warn">
              {problem}
            </Note>
          ))}
        </div>
      </div>
    </Card>
  );
}
