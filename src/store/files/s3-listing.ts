import {
  type _Object,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  type MultipartUpload,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';

interface Listing {
  client: S3Client;
  bucket: string;
  prefix: string;
}

/** Multipart uploads that are neither completed nor aborted. */
export async function* unfinishedUploads({
  client,
  bucket,
  prefix,
}: Listing): AsyncGenerator<MultipartUpload> {
  const place = { Bucket: bucket, Prefix: prefix };
  let page: ListMultipartUploadsCommandOutput | undefined;
  do {
    const markers = page && { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
    page = await client.send(new ListMultipartUploadsCommand({ ...place, ...markers }));
    yield* page.Uploads ?? [];
  } while (page.IsTruncated);
}

export async function* objects({ client, bucket, prefix }: Listing): AsyncGenerator<_Object> {
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    yield* Contents;
}
