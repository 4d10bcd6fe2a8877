import type { Page } from 'playwright-core';

/** Stored texts survive a crash or reload. */
export const isStored = (page: Page, text: string): Promise<boolean> =>
  page.evaluate(async (wanted) => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error('the database'));
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name ?? ''));
      const stores = [...database.objectStoreNames];
      const all = await Promise.all(
        stores.map((store) => done<unknown[]>(database.transaction(store).objectStore(store).getAll())),
      );
      database.close();
      if (all.flat().some((value) => typeof value === 'string' && value.replaceAll('\\', '').includes(wanted)))
        return true;
    }
    return false;
  }, text);
