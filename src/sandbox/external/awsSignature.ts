import { createHash, createHmac } from 'node:crypto';

export interface StorageKey {
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

const emptyHash = createHash('sha256').update('').digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/** AWS Signature Version 4 of a request without query and body; `time` is `YYYYMMDDTHHMMSSZ`. */
export const storageSignature = (
  {
    host,
    path,
    method,
    time,
  }: { readonly host: string; readonly path: string; readonly method: string; readonly time: string },
  { region, secretAccessKey }: Omit<StorageKey, 'accessKeyId'>,
): string => {
  const date = time.slice(0, 8);
  const headers = `host:${host}\nx-amz-content-sha256:${emptyHash}\nx-amz-date:${time}\n`;
  const request = [method, path, '', headers, 'host;x-amz-content-sha256;x-amz-date', emptyHash].join('\n');
  const scope = `${date}/${region}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', time, scope, createHash('sha256').update(request).digest('hex')].join('\n');
  const key = [region, 's3', 'aws4_request'].reduce(hmac, hmac(`AWS4${secretAccessKey}`, date));
  return createHmac('sha256', key).update(text).digest('hex');
};

export const signedHeaders = (
  url: URL,
  method: string,
  key: StorageKey,
  now: Date,
): Readonly<Record<string, string>> => {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const signature = storageSignature({ host: url.host, path: url.pathname, method, time }, key);
  const credential = `${key.accessKeyId}/${time.slice(0, 8)}/${key.region}/s3/aws4_request`;
  return {
    'x-amz-date': time,
    'x-amz-content-sha256': emptyHash,
    authorization: `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=host;x-amz-content-sha256;x-amz-date, Signature=${signature}`,
  };
};
