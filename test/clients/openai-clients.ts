import OpenAi7 from 'openai';
import OpenAi4 from 'openai-4';

type ClientOptions = {
  baseURL: string;
  apiKey: string;
  maxRetries: number;
  defaultHeaders?: Record<string, string>;
};

/** Two majors of OpenAI's client; what the tests use of them has the same types. */
export const openAiClients = [
  { major: 4, connect: (options: ClientOptions) => new OpenAi4(options) as unknown as OpenAi7 },
  { major: 7, connect: (options: ClientOptions) => new OpenAi7(options) },
];
