import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { outgoingAgents } from '../lib/outgoing.ts';
import type { FileStore } from './file-store.ts';
import { verified } from './hash-file.ts';
import { MissingFile } from './missing-file.ts';

/** Milliseconds to connect, and of silence before a request is given up. */
type S3Limits = { connectMs: number; silenceMs: number };
const usualLimits: S3Limits = { connectMs: 5_000, silenceMs: 30_000 };

export type S3Options = {
  bucket: string;
  /** Prefix of all names, ending in a slash; '' for none. */
  prefix: string;
  /** The endpoint of an S3-compatible server; its buckets are addressed in the path. */
  endpoint?: string | undefined;
  region?: string | undefined;
  /** Without them, the machine's own credentials: a role or a profile. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
};

/** Larger files are sent in parts. */
const partBytes = 8 << 20;

/** Files in a bucket of S3 or an S3-compatible server. The server checks each part by its SHA-256. */
export function s3Files(
  { bucket, prefix, endpoint, region = 'us-east-1', credentials }: S3Options,
  { connectMs, silenceMs } = usualLimits,
): FileStore {
  const client = new S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Not every server understands checksums in trailers, which are the default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silenceMs, ...outgoingAgents() },
  });
  const object = (name: string) => ({ Bucket: bucket, Key: prefix + name });
  return {
    async put(name, file, sha256) {
      const params = {
        ...object(name),
        Body: Readable.from(verified(createReadStream(file, { highWaterMark: 1 << 20 }), sha256)),
        ChecksumAlgorithm: 'SHA256' as const,
        Metadata: { sha256 },
      };
      await new Upload({ client, params, partSize: partBytes, queueSize: 2 }).done();
    },
    async *get(name) {
      const { Body } = await client.send(new GetObjectCommand(object(name))).catch((error: unknown) => {
        throw error instanceof NoSuchKey ? new MissingFile(name, error) : error;
      });
      yield* Body as AsyncIterable<Uint8Array>;
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand(object(name)));
    },
    close: () => client.destroy(),
  };
}
