import pg from 'pg';

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * Connections for graphile-worker 0.18, which releases its listening connection twice when LISTEN fails during a stop.
 * It does not handle the exception of the second release, which would end the process.
 */
export class JobConnections extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | undefined {
    if (!callback) return super.connect();
    super.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (cause) => {
        if (isReleased) return;
        isReleased = true;
        release(cause);
      });
    });
  }
}
