import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import type { Key } from '../../../../../src/protocol/manage/key-schema.ts';
import { useMay, useOrganization, useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form, textOf } from '../../ui/form.tsx';
import { Note } from '../../ui/states.tsx';
import { tagOf } from './tag-of.ts';

/** Creates a key for a site and shows the tag with it. */
export function TagCard() {
  const { slug } = useOrganization();
  const project = useProject();
  const may = useMay('admin');
  const client = useQueryClient();
  const [key, setKey] = useState<string>();
  const make = async (fields: FormData) => {
    const { origin, host } = new URL(textOf(fields, 'site')!);
    const body = {
      kind: 'assistant',
      name: host,
      projectId: project.id,
      expiresInDays: null,
      originAllowList: [origin],
    };
    const made = await request<Key & { secret: string }>(
      'POST',
      `/manage/v1/organizations/${slug}/keys`,
      body,
    );
    setKey(made.secret);
    await client.invalidateQueries({ queryKey: ['organization', slug, 'keys'] });
  };
  return (
    <Card title="Script tag">
      <div className="grid gap-4 text-sm">
        <p className="text-soft">Put it in the head of your pages. Each site gets its own key.</p>
        <CodeBlock
          code={tagOf({ address: location.origin, domain: project.domain, key: key ?? 'svc_dsc_…' })}
          label="the tag"
          language="html"
          wrap="code"
        />
        {key !== undefined && (
          <Note tone="accent">
            The tag holds its key now. It is public. Copy the tag now; the key won’t be shown again.
          </Note>
        )}
        {may && key === undefined && (
          <Form submit={make} label="Create key">
            <TextField
              label="Address of your site"
              name="site"
              type="url"
              required
              defaultValue={project.baseUrl ?? ''}
              placeholder="https://docs.example.com"
              hint="Browsers on other sites are refused. Change this later under API keys."
            />
          </Form>
        )}
      </div>
    </Card>
  );
}
