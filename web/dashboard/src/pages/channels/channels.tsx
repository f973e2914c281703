import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMay, useProject } from '../../layout/where.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock, CopyValue } from '../../ui/copy.tsx';
import { Choice } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { ErrorText, Note } from '../../ui/states.tsx';
import { type ChannelName, channelNames, channelTitles } from '../../ui/channel-names.ts';
import { channelSteps } from './channel-fields.ts';
import { DraftsCard } from './drafts-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { TestCard } from './test-card.tsx';

/** Where people ask beside the site. */
export function ChannelsPage() {
  const { queries } = useProject();
  const may = useMay('admin');
  const { channel: name = 'slack' } = useSearch({ strict: false }) as { channel?: ChannelName };
  const navigate = useNavigate();
  const { data, error } = useQuery(queries.channels);
  const channel = data?.find((each) => each.channel === name);
  return (
    <Page
      title="Channels"
      about="Answers where people ask: in Slack and Discord, on GitHub, or over a signed webhook."
    >
      <Choice
        label="Channel"
        value={name}
        options={channelNames.map((value) => ({ value, label: channelTitles[value] }))}
        onChoose={(chosen) => void navigate({ to: '.', search: { channel: chosen } })}
      />
      {!may && <Note tone="accent">Admins of the organization set channels up.</Note>}
      <ErrorText error={error} />
      {channel !== undefined && (
        <>
          <Card
            title={`Set up ${channelTitles[name]}`}
            action={
              channel.connected ? <Badge tone="good">set up</Badge> : <Badge tone="plain">not set up</Badge>
            }
          >
            <div className="grid gap-4 text-sm">
              <ol className="grid list-decimal gap-1.5 pl-5 text-soft">
                {channelSteps[name].map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
              {Object.entries(channel.addresses).map(([what, address]) => (
                <div key={what} className="grid gap-1.5">
                  <span className="font-medium">Address for {what}</span>
                  <CopyValue value={address} label={`the address for ${what}`} />
                </div>
              ))}
              {channel.manifest !== null && (
                <CodeBlock
                  code={JSON.stringify(channel.manifest, null, 2)}
                  label="the manifest"
                  language="json"
                />
              )}
            </div>
          </Card>
          {may && (
            <SettingsCard key={name} name={name} secrets={channel.secrets} connected={channel.connected} />
          )}
          {may && channel.connected && (
            <TestCard key={`${name} test`} name={name} registers={channel.registers} />
          )}
        </>
      )}
      {name === 'github' && <DraftsCard />}
    </Page>
  );
}
