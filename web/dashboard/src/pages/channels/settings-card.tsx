import { useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/request.ts';
import { useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmButton } from '../../ui/confirm-button.tsx';
import { Select, Switch, TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { type ChannelName, channelTitles } from '../../ui/channel-names.ts';
import { channelFields } from './channel-fields.ts';

type Stored = Record<string, unknown>;
type SettingsCardProps = { name: ChannelName; secrets: readonly string[]; connected: boolean };

/** A channel's tokens, and whom it answers. */
export function SettingsCard({ name, secrets, connected }: SettingsCardProps) {
  const { id, settings, queries } = useProject();
  const { slug } = useOrganization();
  const client = useQueryClient();
  const stored: Stored = settings.channels?.[name] ?? {};
  const save = async (channel: object | null) => {
    await request('PATCH', `/manage/v1/projects/${id}`, { settings: { channels: { [name]: channel } } });
    await Promise.all([
      client.invalidateQueries({ queryKey: ['organization', slug] }),
      client.invalidateQueries({ queryKey: queries.channels.queryKey }),
    ]);
  };
  const submit = async (fields: FormData) => {
    await save(channelOf(name, fields));
    return { text: `${channelTitles[name]} is saved.` };
  };
  return (
    <Card title="Access">
      <Form
        key={JSON.stringify([stored, secrets])}
        submit={submit}
        label="Save"
        beside={
          connected && (
            <ConfirmButton label="Remove" title={`Remove ${channelTitles[name]}?`} action={() => save(null)}>
              Questions there are no longer answered, and its secrets are deleted.
            </ConfirmButton>
          )
        }
      >
        {channelFields[name].map(
          ({ name: field, label, hint, placeholder, isSecret, isOptional, isList }) => (
            <TextField
              key={field}
              name={field}
              label={label}
              hint={hint}
              required={isOptional !== true && !secrets.includes(field)}
              placeholder={secrets.includes(field) ? 'stored; type to replace it' : placeholder}
              defaultValue={isSecret ? '' : isList ? listText(stored[field]) : String(stored[field] ?? '')}
              {...(isSecret && { type: 'password', autoComplete: 'off' })}
            />
          ),
        )}
        {name === 'github' && (
          <>
            <Switch name="issues" label="Answer new issues" defaultChecked={stored['issues'] === true} />
            <Select name="post" label="Answers are" defaultValue={String(stored['post'] ?? 'draft')}>
              <option value="draft">drafts, which the team posts or discards</option>
              <option value="now">posted at once</option>
            </Select>
          </>
        )}
        <TextField
          name="allow"
          label="Who may ask"
          hint="Ids of workspaces, channels or people, separated by commas. Empty: everybody there."
          defaultValue={listText(stored['allow'])}
        />
        <TextField
          name="groups"
          label="Access groups"
          hint="Groups whose pages answers may use. Empty: public pages only."
          defaultValue={listText(stored['groups'])}
        />
        <Switch
          name="storePrivate"
          label="Store questions from private places"
          hint="From private channels, direct messages and private repositories. Otherwise they are answered and forgotten."
          defaultChecked={stored['storePrivate'] === true}
        />
      </Form>
    </Card>
  );
}

const listText = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : '');

function channelOf(name: ChannelName, fields: FormData): object {
  const own = channelFields[name].map(({ name: field, isList }) => [field, isList ? listIn(fields, field) : textOf(fields, field)] as const); // prettier-ignore
  const lists = ['allow', 'groups'].map((field) => [field, listIn(fields, field)] as const);
  return {
    ...Object.fromEntries([...own, ...lists].filter(([, value]) => value !== undefined)),
    ...(name === 'github' && { issues: fields.has('issues'), post: fields.get('post') }),
    storePrivate: fields.has('storePrivate'),
  };
}

/** Undefined without any: names may hold spaces, so commas part them. */
function listIn(fields: FormData, name: string): string[] | undefined {
  const parts = (textOf(fields, name) ?? '').split(',').map((part) => part.trim());
  const given = parts.filter((part) => part !== '');
  return given.length === 0 ? undefined : given;
}
