import { BASE_STYLE } from '../checkout/page-files.generated.js';
import { CONSOLE_PATH } from '../console/console-address.js';
import { developerReply } from '../console/developer-page.view.js';
import { athensLocal } from '../domain/athens-time.js';
import { behaviorOf } from '../domain/card.js';
import { TEST_CARDS } from '../domain/contract.generated.js';
import { LIVE_STATUS, MAX_NAME } from '../domain/terminals.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { TERMINAL_SCRIPT, TERMINAL_STYLE } from './page-files.generated.js';
import { terminalName } from './terminal-list.view.js';
import { receiptLines } from './terminal-receipt.js';
import { screenView, total } from './terminal-screen.view.js';
import {
  screenOf,
  type Terminal,
  type Terminals,
  type TerminalScreen,
  type TerminalSession,
} from './terminal.model.js';

/** Test cards without the 3-D Secure challenge, which terminals do not have. */
const CARDS = TEST_CARDS.filter(({ result }) => behaviorOf(result) !== 'challenge');
const isDeclined = ({ result }: (typeof CARDS)[0]): boolean => result.startsWith('failure');
const DECLINES = [
  [10_051, 'Insufficient funds'],
  [10_054, 'Expired card'],
  [10_055, 'Wrong PIN'],
] as const;

/** Renders a terminal with its screen and its actions. @param problem - Message of the last action, if it failed. */
export function terminalPage(
  status: number,
  terminals: Terminals,
  terminal: Terminal,
  problem: string | undefined,
): HttpReply {
  const { address, merchantName, worldId } = terminals;
  const screen = screenOf(terminals, terminal);
  const form = (action: string, content: Html, look = ''): Html =>
    html`<form class="${look}" method="post" action="${address(terminal.terminalId, action)}">${content}</form>`;
  const shown: Shown = { ...terminals, terminal, screen, form };
  const title = `${terminalName(terminal)} · ${terminal.terminalId}`;
  return developerReply(status, {
    title: `${title} – ${merchantName}`,
    worldId,
    css: BASE_STYLE + TERMINAL_STYLE,
    script: TERMINAL_SCRIPT,
    // A page with an error message does not refresh, so that the message stays visible.
    ...(problem === undefined && { refreshSeconds: 3 }),
    bar: html`<h1>${title}</h1>
<a href="${address()}">All terminals</a> <a href="${CONSOLE_PATH}">Console</a>`,
    content: html`<main class="terminals">
${problem !== undefined && html`<p class="notice problem" role="alert">${problem}</p>`}
<div class="counter">
<section class="device" aria-labelledby="device-title">
<h2 id="device-title">${merchantName}</h2>
<div id="screen" class="screen" role="status" tabindex="-1" data-live>${screenView(screen)}</div>
<div id="keys" data-live>${keypad(shown)}</div>
</section>
<div class="side">
<section aria-labelledby="customer-title">
<h2 id="customer-title">Customer actions</h2>
<div id="customer" data-live>${customerActions(shown)}</div>
</section>
<div id="preloaded" class="part" data-live>${preloadedSales(shown)}</div>
<div id="receipt" class="part" data-live>${receiptView(shown)}</div>
<section aria-labelledby="controls-title">
<h2 id="controls-title">Terminal and time</h2>
<div id="controls" class="tools" data-live>${terminalControls(shown)}</div>
<div class="tools">${form('/name', html`<label>Name<input name="name" value="${terminal.name}" maxlength="${MAX_NAME}" placeholder="${terminalName({ ...terminal, name: '' })}"></label><button>Rename</button>`)}</div>
</section>
</div>
</div>
</main>`,
  });
}

/** A terminal with its screen, and forms that post its actions. */
interface Shown extends Terminals {
  readonly terminal: Terminal;
  readonly screen: TerminalScreen;
  readonly form: (action: string, content: Html, look?: string) => Html;
}

/** Renders the keypad. The digits are decoration; the keys in color work while the terminal waits for a card. */
function keypad({ form, screen: { shows, session } }: Shown): Html {
  const key = (look: string, label: string, sign: string, action: string, fields?: Html): Html =>
    shows !== 'request' || (session.customerHasLeft && look !== 'red')
      ? html`<span class="key ${look} off" aria-hidden="true">${sign}</span>`
      : form(
          action,
          html`${sessionField(session)}${fields}<button class="key ${look}" aria-label="${label}" title="${label}">${sign}</button>`,
        );
  const [card] = CARDS;
  return html`<div class="keypad" role="group" aria-label="Keypad">
${['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'].map((digit) => html`<span class="key" aria-hidden="true">${digit}</span>`)}
${key('red', 'Cancel (red key)', '✕', '/cancel')}
${key('yellow', 'Wrong card, ask again (yellow key)', '‹', '/decline', hidden('tryAgain', 'true'))}
${key('green', `Pay by ${card?.scheme ?? 'card'} (green key)`, '✓', '/card', hidden('number', card?.number))}
</div>`;
}

const hidden = (name: string, value: string | number | undefined): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;
const sessionField = ({ sessionId }: TerminalSession): Html => hidden('session', sessionId);

function customerActions({ behavior, form, screen: { shows, session } }: Shown): Html {
  if (shows !== 'request')
    return html`<p class="empty">${shows === 'work' ? 'The terminal is busy. No actions are available.' : 'Actions appear here when the terminal asks for a card.'}</p>`;
  if (session.customerHasLeft)
    return html`<p class="notice">The customer has left. The terminal times out about a minute after its request for a card. The red key cancels.</p>`;
  const button = (action: string, label: string, look = '', fields?: Html, text?: Html): Html =>
    form(
      action,
      html`${sessionField(session)}${fields}<button class="${look}" aria-label="${label}">${text ?? label}</button>`,
    );
  const wallet = (cards: typeof CARDS, look: string, more = ''): Html =>
    html`<div class="wallet">${cards.map(({ number, scheme }) => button('/card', `${scheme} ${number.slice(-4)}${more}`, look, hidden('number', number), html`<b>${scheme}</b>•••• ${number.slice(-4)}`))}</div>`;
  return html`${behavior.customer === 'pays' && html`<p class="dim">A customer pays automatically in a moment. To use the terminal yourself, let customers wait.</p>`}
<h3>Insert a test card</h3>
${wallet(
  CARDS.filter((card) => !isDeclined(card)),
  'good',
)}
<h3>Insert a card that is declined</h3>
${wallet(CARDS.filter(isDeclined), 'danger', ', declined')}
<h3>Decline the card</h3>
<div class="tools">${button('/decline', 'Declined', 'danger')}
${DECLINES.map(([reason, label]) => button('/decline', label, 'danger', hidden('declineWith', reason)))}
${button('/decline', 'Declined, ask for another card', 'danger', hidden('tryAgain', 'true'))}</div>
<h3>Other actions</h3>
<div class="tools">${button('/walk-away', 'Walk away')}</div>`;
}

/** Renders the sales that wait at the terminal. The cashier starts one of them when its customer pays. */
function preloadedSales({ form, screen: { shows }, terminal: { preloaded } }: Shown): Html {
  if (preloaded.length === 0) return html``;
  const isBusy = shows === 'request' || shows === 'work';
  return html`<section aria-labelledby="preloaded-title">
<h2 id="preloaded-title">Preloaded sales</h2>
${preloaded.map((sale) => {
  const { merchantReference, preloadedUntil = 0, sessionId } = sale;
  return form(
    '/preloaded',
    html`${hidden('sessionId', sessionId)}<p><b>${total(sale)}</b> ${merchantReference}<br><span class="dim">Waits until ${athensLocal(preloadedUntil).slice(0, 16).replace('T', ' ')} in Athens</span></p><button class="good" aria-label="Start the sale of ${total(sale)}, ${merchantReference}"${isBusy && html` disabled`}>Start</button>`,
    'waiting',
  );
})}
</section>`;
}

/** Renders the Greek receipt of the last payment, if AADE is on. */
function receiptView({ control, isFiscal, merchantName, path, screen: { shows, session } }: Shown): Html {
  if (!isFiscal || shows !== 'result' || !session.showReceipt || session.transactionId === null)
    return html``;
  const { transactionId } = session;
  const transaction = control.read('getTransaction', { path: { ...path, transactionId } });
  return html`<section aria-labelledby="receipt-title">
<h2 id="receipt-title">Receipt</h2>
<pre class="receipt" lang="el" tabindex="0" aria-labelledby="receipt-title">${receiptLines(session, transaction, merchantName).join('\n')}</pre>
</section>`;
}

function terminalControls({ behavior, form, isFiscal, terminal: { offline, statusId } }: Shown): Html {
  const isLive = statusId === LIVE_STATUS;
  const waits = behavior.customer === 'waits';
  return html`${form('/minute', html`<button>Let a minute pass</button>`)}
${isLive && form('/power', html`<button name="offline" value="${offline ? 'false' : 'true'}">Switch the terminal ${offline ? 'on' : 'off'}</button>`)}
${isFiscal && isLive && offline && form('/autonomous', html`<button>Sell €10.00 without connection</button>`)}
${form('/customers', html`<button name="customer" value="${waits ? 'pays' : 'waits'}">${waits ? 'Let customers pay automatically' : 'Let customers wait for me'}</button>`)}
<p class="dim">${waits ? 'Customers wait until you choose an action here.' : `Customers present a card automatically after ${behavior.customerDelayMs / 1000} s.`}</p>`;
}
