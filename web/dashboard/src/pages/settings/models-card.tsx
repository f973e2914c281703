import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api/request.ts';
import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorText } from '../../ui/states.tsx';
import { useAction } from '../../ui/use-action.ts';

const connect = `DOCENT_MODEL=openai/gpt-5-mini OPENAI_API_KEY=… docent serve
DOCENT_MODEL=compatible/qwen3:8b DOCENT_MODEL_URL=http://127.0.0.1:11434/v1 docent serve`;

/** Answers with the best sections when no language model does. */
const extractive = 'docent/extractive';

/** Which models answer, and how whoever runs the server connects one. */
export function ModelsCard() {
  const { queries } = useProject();
  const { data: models, error } = useQuery(queries.models);
  const own = models?.filter((name) => name !== extractive) ?? [];
  return (
    <Card title="Models">
      <div className="grid gap-3 text-sm">
        <ErrorText error={error} />
        {models !== undefined && (
          <p>
            {own.length === 0
              ? 'No language model is connected: answers are the best sections of the docs, as they are written.'
              : `${own.join(', then ')} ${own.length === 1 ? 'answers' : 'answer, in this order'}.`}
          </p>
        )}
        {own.length > 0 && <TestModels />}
        <details>
          <summary className="text-soft">Connect a model</summary>
          <div className="mt-3 grid gap-2">
            <p className="text-soft">
              Whoever runs this server sets it at start: a provider, or a model on your own machine. Separate
              several with commas; they are tried in order.
            </p>
            <CodeBlock code={connect} label="the commands" />
          </div>
        </details>
      </div>
    </Card>
  );
}

type Tested = { model: string; findings: { isGood: boolean; words: string }[] };

/** Asks each model a short question with a tool, and says what it can do. */
function TestModels() {
  const { id } = useProject();
  const [tested, setTested] = useState<Tested[]>([]);
  const test = useAction(async () => {
    setTested([]);
    const path = `/manage/v1/projects/${id}/models/test`;
    setTested((await request<{ items: Tested[] }>('POST', path)).items);
  });
  return (
    <div className="grid gap-2">
      <div>
        <Button busy={test.busy} onClick={() => test.run()}>
          {test.busy ? 'Asking…' : 'Test the models'}
        </Button>
      </div>
      <div role="status" className="grid gap-2">
        {tested.map(({ model, findings }) => (
          <div key={model}>
            <p>{model}</p>
            <ul className="grid gap-1">
              {findings.map(({ isGood, words }) => (
                <li key={words} className={isGood ? 'text-good' : 'text-bad'}>
                  {words}
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <ErrorText error={test.error} />
    </div>
  );
}
