import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NewTurn } from '../store/turns.ts';

const tracer = trace.getTracer('docent');

/** Provider names that differ in the conventions. */
const providers: Record<string, string> = { google: 'gcp.gemini', compatible: 'openai' };

/**
 * Reports a finished turn to the OpenTelemetry SDK that the operator loaded, if any, without any text of it.
 * https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/
 */
export function traceTurn({ model, status, reason, timings, usage, threadId, projectId }: NewTurn): void {
  const [provider = '', ...name] = model.split('/');
  const endTime = Date.now();
  const span = tracer.startSpan('invoke_agent docent', {
    kind: SpanKind.INTERNAL,
    startTime: endTime - timings.totalMs,
    attributes: {
      'gen_ai.operation.name': 'invoke_agent',
      'gen_ai.agent.name': 'docent',
      'gen_ai.provider.name': providers[provider] ?? provider,
      'gen_ai.request.model': name.join('/'),
      'gen_ai.conversation.id': threadId,
      'gen_ai.usage.input_tokens': usage.inputTokens,
      'gen_ai.usage.output_tokens': usage.outputTokens,
      'docent.project.id': projectId,
      'docent.answer.status': status,
    },
  });
  if (status === 'failed') {
    span.setAttribute('error.type', reason ?? '_OTHER');
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end(endTime);
}
