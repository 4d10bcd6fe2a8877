import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { OutsideServices } from '../transfer/transfers.ts';
import type { StorageKey } from './awsSignature.ts';
import { startObjectStore } from './objectStore.ts';
import { startExternalService } from './startExternalService.ts';

/** Which services stand around a sandbox; none of those left out. */
export interface WantedServices {
  /** A stand-in for GitHub and Bitbucket; what it knows lies in the folder, or is a sample. */
  readonly outside: { readonly folder: string | undefined } | undefined;
  /** Folder whose files are objects of an S3 storage; made when it is not there. */
  readonly buckets: string | undefined;
}

/** What the services around a sandbox say of themselves. */
export interface DescribedServices {
  readonly outside?: { readonly url: string; readonly username: string; readonly token: string };
  readonly buckets?: StorageKey & { readonly url: string };
}

/** Services that run, for imports that name no address of their own. */
export interface Services {
  readonly services: OutsideServices;
  readonly described: DescribedServices;
  readonly close: () => Promise<void>;
}

/** What opens an S3 storage; another one with every start. */
const storageKey = (): StorageKey => ({
  accessKeyId: `AKIA${randomBytes(8).toString('hex').toUpperCase()}`,
  secretAccessKey: randomBytes(30).toString('base64url'),
  region: 'eu-west-1',
});

/** Starts the services that are wanted on free ports of the loopback. */
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
