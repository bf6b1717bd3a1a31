import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'

/** Where `npm run test:s3` has started a server of S3; none in other runs. */
export const S3_ENDPOINT = process.env.MEDLINK_TEST_S3

/** A client of that server. */
export function openBucketClient(): S3Client {
  return new S3Client({ endpoint: S3_ENDPOINT!, forcePathStyle: true })
}

/** @param name of what is not there yet */
export async function makeBucket(name: string, client: S3Client): Promise<void> {
  await client.send(new CreateBucketCommand({ Bucket: name }))
}
