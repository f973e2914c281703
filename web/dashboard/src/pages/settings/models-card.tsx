import { useQuery } from '@tanstack/react-query';
import { useProject } from '../../layout/where.ts';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/copy.tsx';
import { ErrorText } from '../../ui/states.tsx';

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
        <details>
          <summary className="text-soft">Connect a model</summary>
          <div className="mt-3 grid gap-2">
            <p className="text-soft">
              Whoever runs this server names it when it starts: a provider, or a model on your own machine.
              Several, with commas between, are tried one after the other.
            </p>
            <CodeBlock code={connect} label="the commands" />
          </div>
        </details>
      </div>
    </Card>
  );
}
