import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ImageView, ImagesView } from '../../../messages/commitPage.ts';
import type { PartView } from '../../../messages/page.ts';
import type { DiffFile } from '../../diff/diffFile.ts';
import { Part } from '../../elements/part.tsx';
import { byteSize } from '../../../messages/formats.ts';
import { pageLocale } from '../../elements/dates.ts';
import { t } from '../../elements/texts.ts';

export interface ImagesProps {
  readonly file: DiffFile;
  /** Undefined until requested, on first rendering. */
  readonly view: PartView<ImagesView> | undefined;
  readonly onLoad: () => void;
}

/** Both versions of an image, with sizes. */
export function Images({ file, view, onLoad }: ImagesProps): VNode {
  const isAsked = view !== undefined;
  useEffect(() => {
    if (!isAsked) onLoad();
  }, [isAsked]);
  return (
    <div class="imagePair">
      <Part view={view ?? { state: 'loading' }} what={t('images')} onRetry={onLoad}>
        {({ before, after }) => (
          <>
            {file.view.change !== 'added' && <Version kind={after ? 'before' : 'deleted'} image={before} />}
            {file.view.change !== 'deleted' && <Version kind={before ? 'after' : 'added'} image={after} />}
          </>
        )}
      </Part>
    </div>
  );
}

const versions = {
  before: { name: t('Before'), alt: t('The image before') },
  deleted: { name: t('Deleted'), alt: t('The image deleted') },
  after: { name: t('After'), alt: t('The image after') },
  added: { name: t('Added'), alt: t('The image added') },
};

function Version({
  kind,
  image,
}: {
  readonly kind: keyof typeof versions;
  readonly image: ImageView | undefined;
}): VNode {
  const { name, alt } = versions[kind];
  const [address, setAddress] = useState<string>();
  const [size, setSize] = useState<string>();
  useEffect(() => {
    if (!image) return;
    // copied, as bytes of a message may share a larger buffer
    const blob = new Blob([new Uint8Array(image.bytes)], { type: image.mediaType });
    const url = URL.createObjectURL(blob);
    setAddress(url);
    return () => URL.revokeObjectURL(url);
  }, [image]);
  return (
    <figure class={`image ${kind}`}>
      <figcaption>
        <span class="imageName">{name}</span>{' '}
        <span class="quiet">
          {[size, image && byteSize(image.bytes.length, pageLocale())].filter(Boolean).join(' · ')}
        </span>
      </figcaption>
      <div class="imageFrame">
        {image && address !== undefined ? (
          <img
            src={address}
            alt={alt}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize(naturalWidth > 0 ? t('{0} × {1} px', naturalWidth, naturalHeight) : undefined)
            }
            onError={() => setSize(t('not a readable image'))}
          />
        ) : (
          <span class="quiet">{image ? '' : t('There is no such file')}</span>
        )}
      </div>
    </figure>
  );
}
