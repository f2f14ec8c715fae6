import type {
  _Object,
  ListMultipartUploadsCommandOutput,
  MultipartUpload,
  S3Client,
} from '@aws-sdk/client-s3';
import type { S3Sdk } from './s3-client.ts';

interface Listing {
  sdk: S3Sdk;
  client: S3Client;
  bucket: string;
  prefix: string;
}

/** Multipart uploads that are neither completed nor aborted. */
export async function* unfinishedUploads({
  sdk,
  client,
  bucket,
  prefix,
}: Listing): AsyncGenerator<MultipartUpload> {
  const place = { Bucket: bucket, Prefix: prefix };
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const markers = page && { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    page = await client.send(new sdk.ListMultipartUploadsCommand({ ...place, ...markers }));
    yield* page.Uploads ?? [];
  } while (page.IsTruncated);
}

export async function* objects({ sdk, client, bucket, prefix }: Listing): AsyncGenerator<_Object> {
  for await (const { Contents = [] } of sdk.paginateListObjectsV2(
    { client },
    { Bucket: bucket, Prefix: prefix },
  ))
    yield* Contents;
}
