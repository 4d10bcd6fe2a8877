import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OutsideServices } from '../transfer/transfers.ts';
import type { StorageKey } from './awsSignature.ts';
import { startObjectStore } from './objectStore.ts';
import { startExternalService } from './startExternalService.ts';

export interface WantedServices {
  /** Fake GitHub and Bitbucket; `folder` holds their data, or undefined for a sample. */
  readonly outside: { readonly folder: string | undefined } | undefined;
  /** Folder served as S3 buckets, created if missing. */
  readonly buckets: string | undefined;
}

/** Addresses and credentials to show the user. */
export interface DescribedServices {
  readonly outside?: { readonly url: string; readonly username: string; readonly token: string };
  readonly buckets?: StorageKey & { readonly url: string };
}

/** Running services and the default addresses for imports. */
export interface Services {
  readonly services: OutsideServices;
  readonly described: DescribedServices;
  readonly close: () => Promise<void>;
}

/** Random for each start. */
const storageKey = (): StorageKey => ({
  accessKeyId: `AKIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64url'),
  region: 'eu-west-1',
});

/** Listens on free ports of the loopback. */
export const startServices = async ({ outside, buckets }: WantedServices): Promise<Services> => {
  const closers: (() => Promise<void>)[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(closers.splice(0).map((closer) => closer()));
  };
  try {
    let services: OutsideServices = {};
    let described: DescribedServices = {};
    if (outside !== undefined) {
      const { folder } = outside;
      if (folder !== undefined) await mkdir(folder, { recursive: true });
      const {
        url,
        username,
        token,
        close: end,
      } = await startExternalService(folder === undefined ? {} : { folder: resolve(folder) });
      closers.push(end);
      services = { ...services, github: url, bitbucket: url };
      described = { ...described, outside: { url, username, token } };
    }
    if (buckets !== undefined) {
      await mkdir(buckets, { recursive: true });
      const key = storageKey();
      const store = await startObjectStore({ folder: buckets, key });
      closers.push(store.close);
      services = { ...services, s3: store.url };
      described = { ...described, buckets: { url: store.url, ...key } };
    }
    return { services, described, close };
  } catch (error) {
    await close();
    throw error;
  }
};
