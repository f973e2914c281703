import { maskPrivate } from '../lib/mask-private.ts';
import type { Attachment, Message, Question } from './question.ts';

/** The question with private data masked. Images cannot be masked. */
export function maskQuestion(question: Question): Question {
  const context = question.context.map((item) => ({ ...item, value: maskPrivate(item.value) }));
  return { ...question, context, messages: question.messages.map(maskMessage) };
}

function maskMessage({ text, attachments, ...message }: Message): Message {
  return { ...message, text: maskPrivate(text), attachments: attachments.map(maskAttachment) };
}

function maskAttachment(attachment: Attachment): Attachment {
  return attachment.kind === 'text' ? { ...attachment, text: maskPrivate(attachment.text) } : attachment;
}
