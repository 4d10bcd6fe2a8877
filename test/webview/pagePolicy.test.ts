import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { pagePolicy } from '../../src/host/kit/pages/pageHtml.ts';
import { openWindow, type Browser } from '../support/window/browser.ts';

describe('the policy of a page', function () {
  this.timeout(60_000);
  let browser: Browser;
  let page: Page;

  before(async () => {
    browser = await openWindow();
    page = await browser.newPage();
  });

  after(() => browser.close());

  it('lets nobody move the addresses of the page, send a form, or run a script of its own', async () => {
    const policy = pagePolicy({ source: "'self'", nonce: 'abc', pictures: false });
    await page.setContent(`<!doctype html>
      <meta http-equiv="Content-Security-Policy" content="${policy}">
      <script nonce="abc">
        window.blocked = [];
        addEventListener('securitypolicyviolation', ({ effectiveDirective }) => window.blocked.push(effectiveDirective));
      </script>
      <base href="https://elsewhere.invalid/">
      <form action="https://elsewhere.invalid/"></form>
      <script>window.ran = true;</script>
      <img src="https://elsewhere.invalid/pixel.png">`);
    const address = page.url();
    await page.evaluate(() => document.querySelector('form')?.submit());
    await page.waitForFunction(() => (window as unknown as { blocked: string[] }).blocked.length >= 4);
    const seen = await page.evaluate(() => {
      const { blocked, ran } = window as unknown as { blocked: string[]; ran?: boolean };
      return { blocked: blocked.toSorted(), ran, base: document.baseURI };
    });
    assert.deepEqual(seen.blocked, ['base-uri', 'form-action', 'img-src', 'script-src-elem']);
    assert.equal(seen.ran, undefined);
    assert.ok(!seen.base.includes('elsewhere'), seen.base);
    assert.equal(page.url(), address);
  });
});
