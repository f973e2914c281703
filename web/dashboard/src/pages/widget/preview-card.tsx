import { useEffect, useRef } from 'react';
import type { Appearance } from '../../../../../src/protocol/manage/appearance-schema.ts';
import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';

const pauseMs = 400;
/** From the server, not from the dashboard's build. */
const widgetUrl = '/widget.js';

/** The real widget with the unsaved look. It asks with the public page's key. */
export function PreviewCard({ looks }: { looks: Appearance }) {
  const { domain, settings } = useProject();
  const place = useRef<HTMLDivElement>(null);
  const key = settings.askPageKey;
  useEffect(() => {
    if (key === undefined) return undefined;
    const timer = setTimeout(() => {
      place.current?.replaceChildren(previewElement(domain, key, looks));
      void import(/* @vite-ignore */ widgetUrl);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [domain, key, looks]);
  return (
    <Card title="Preview" padded={false}>
      {key === undefined ? (
        <p className="p-5 text-sm text-soft">Open the public page to see a preview: it asks with its key.</p>
      ) : (
        <div ref={place} className="grid h-[30rem] p-4 [&>*]:h-full" />
      )}
    </Card>
  );
}

function previewElement(domain: string, key: string, looks: Appearance): HTMLElement {
  const element = document.createElement('docent-assistant');
  const { starters, ...rest } = looks;
  const attributes = { ...rest, domain, key, inline: '', ...(starters && { starters: starters.join('|') }) };
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
