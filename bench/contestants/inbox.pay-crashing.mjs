// A durable inbox at default settings, whose handler ends the process at some events.
import { durableInbox } from 'nestjs-pay';
import { postgresStore } from 'nestjs-pay/postgres';
import { Pool } from 'pg';

process.once('message', async ({ url, schema }) => {
  const pool = new Pool({ connectionString: url, max: 12 });
  const inbox = durableInbox({ store: postgresStore({ pool, schema }), migrate: false });
  await inbox.start({
    confirm: (delivery) => Promise.resolve({ outcome: 'confirmed', delivery, isConfirmed: true }),
    handlersOf: ({ event: { data, messageId } }) => ({
      needsTransaction: true,
      async run(db) {
        if (data.endsProcess) process.kill(process.pid, 'SIGKILL');
        await db.query(`insert into ${schema}.effects values ($1, $2, clock_timestamp())`, [
          messageId,
          data.postedAt,
        ]);
      },
    }),
    logger: { error() {}, warn() {}, log() {} },
  });
});
process.once('disconnect', () => process.exit());
