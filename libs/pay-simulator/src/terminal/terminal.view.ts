import { behaviorOf } from '../domain/card.js';
import { TEST_CARDS } from '../domain/contract.generated.js';
import { CONSOLE_PATH } from '../console/console-address.js';
import { LIVE_STATUS, MAX_NAME } from '../domain/terminals.js';
import { formatAmount } from '../checkout/amount-text.js';
import { athensLocal } from '../domain/athens-time.js';
import { html, type Html } from '../http/html.js';
import type { HttpReply } from '../http/reply.js';
import { terminalAddress, terminalListAddress } from './terminal-address.js';
import { terminalName } from './terminal-list.view.js';
import { terminalFrame } from './terminal-frame.view.js';
import { screenView } from './terminal-screen.view.js';
import type { TerminalModel } from './terminal.model.js';

/** Test cards without the 3-D Secure challenge, which terminals do not have. */
const CARDS = TEST_CARDS.filter(({ result }) => behaviorOf(result) !== 'challenge');
const isDeclined = ({ result }: Pick<(typeof CARDS)[0], 'result'>): boolean => result.startsWith('failure');
const DECLINES = [
  [10_051, 'Insufficient funds'],
  [10_054, 'Expired card'],
  [10_055, 'Wrong PIN'],
] as const;

/** Renders a terminal with its screen and its actions. */
export function terminalPage(status: number, model: TerminalModel): HttpReply {
  const { terminal, screen, merchantName, worldId, merchantId, problem } = model;
  return terminalFrame(status, {
    title: `${terminalName(terminal)} · ${terminal.terminalId}`,
    merchantName,
    worldId,
    links: html`<a href="${terminalListAddress(merchantId)}">All terminals</a> <a href="${CONSOLE_PATH}">Console</a>`,
    problem,
    // A page with an error message does not refresh, so that the message stays visible.
    ...(problem === null && { refreshSeconds: 3 }),
    content: html`<div class="counter">
<section class="device" aria-labelledby="device-title">
<h2 id="device-title">${merchantName}</h2>
<div id="screen" class="screen" role="status" tabindex="-1" data-live>${screenView(screen)}</div>
<div id="keys" data-live>${keypad(model)}</div>
</section>
<div class="side">
<section aria-labelledby="customer-title">
<h2 id="customer-title">Customer actions</h2>
<div id="customer" data-live>${customerActions(model)}</div>
</section>
<div id="preloaded" class="part" data-live>${preloadedSales(model)}</div>
<div id="receipt" class="part" data-live>${receiptView(model)}</div>
<section aria-labelledby="controls-title">
<h2 id="controls-title">Terminal and time</h2>
<div id="controls" class="tools" data-live>${terminalControls(model)}</div>
<div class="tools"><form method="post" action="${terminalAddress(merchantId, terminal.terminalId, '/name')}"><label>Name<input name="name" value="${terminal.name}" maxlength="${MAX_NAME}" placeholder="${terminalName({ ...terminal, name: '' })}"></label><button>Rename</button></form></div>
</section>
</div>
</div>`,
  });
}

/** Renders the keypad. The digits are decoration; the keys in color work while the terminal waits for a card. */
function keypad({ merchantId, terminal, screen }: TerminalModel): Html {
  const session = screen.shows === 'request' ? screen.session.sessionId : undefined;
  const isAbandoned = screen.shows === 'request' && screen.abandoned;
  const key = (look: string, label: string, sign: string, action: string, fields: Html): Html =>
    session === undefined || (isAbandoned && look !== 'red')
      ? html`<span class="key ${look} off" aria-hidden="true">${sign}</span>`
      : html`<form method="post" action="${terminalAddress(merchantId, terminal.terminalId, action)}"><input type="hidden" name="session" value="${session}">${fields}<button class="key ${look}" aria-label="${label}" title="${label}">${sign}</button></form>`;
  const [card] = CARDS;
  return html`<div class="keypad" role="group" aria-label="Keypad">
${['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'].map((digit) => html`<span class="key" aria-hidden="true">${digit}</span>`)}
${key('red', 'Cancel (red key)', '✕', '/cancel', html``)}
${key('yellow', 'Wrong card, ask again (yellow key)', '‹', '/decline', html`<input type="hidden" name="tryAgain" value="true">`)}
${key('green', `Pay by ${card?.scheme ?? 'card'} (green key)`, '✓', '/card', html`<input type="hidden" name="number" value="${card?.number}">`)}
</div>`;
}

function customerActions(model: TerminalModel): Html {
  const { screen, behavior } = model;
  if (screen.shows !== 'request') {
    return html`<p class="empty">${screen.shows === 'work' ? 'The terminal is busy. No actions are available.' : 'Actions appear here when the terminal asks for a card.'}</p>`;
  }
  const button = (
    action: string,
    label: string,
    fields: Html,
    look = '',
    text: Html | string = label,
  ): Html =>
    html`<form method="post" action="${terminalAddress(model.merchantId, model.terminal.terminalId, action)}">
<input type="hidden" name="session" value="${screen.session.sessionId}">${fields}<button class="${look}" aria-label="${label}">${text}</button></form>`;
  const cardButton = ({ number, scheme, ...card }: (typeof CARDS)[0], look: string): Html =>
    button(
      '/card',
      `${scheme} ${number.slice(-4)}${isDeclined(card) ? ', declined' : ''}`,
      html`<input type="hidden" name="number" value="${number}">`,
      look,
      html`<b>${scheme}</b>•••• ${number.slice(-4)}`,
    );
  if (screen.abandoned) {
    return html`<p class="notice">The customer has left. The terminal times out about a minute after its request for a card. The red key cancels.</p>`;
  }
  return html`${behavior.customer === 'pays' && html`<p class="dim">A customer pays automatically in a moment. To use the terminal yourself, let customers wait.</p>`}
<h3>Insert a test card</h3>
<div class="wallet">${CARDS.filter((card) => !isDeclined(card)).map((card) => cardButton(card, 'good'))}</div>
<h3>Insert a card that is declined</h3>
<div class="wallet">${CARDS.filter(isDeclined).map((card) => cardButton(card, 'danger'))}</div>
<h3>Decline the card</h3>
<div class="tools">${button('/decline', 'Declined', html``, 'danger')}
${DECLINES.map(([reason, label]) => button('/decline', label, html`<input type="hidden" name="declineWith" value="${reason}">`, 'danger'))}
${button('/decline', 'Declined, ask for another card', html`<input type="hidden" name="tryAgain" value="true">`, 'danger')}</div>
<h3>Other actions</h3>
<div class="tools">${button('/walk-away', 'Walk away', html``)}</div>`;
}

/** Renders the sales that wait at the terminal. The cashier starts one of them when its customer pays. */
function preloadedSales({ merchantId, terminal, screen, preloaded }: TerminalModel): Html {
  if (preloaded.length === 0) return html``;
  const isBusy = screen.shows === 'request' || screen.shows === 'work';
  return html`<section aria-labelledby="preloaded-title">
<h2 id="preloaded-title">Preloaded sales</h2>
${preloaded.map(
  ({ amount, tipAmount, currencyCode, merchantReference, preloadedUntil = 0, sessionId }) =>
    html`<form class="waiting" method="post" action="${terminalAddress(merchantId, terminal.terminalId, '/preloaded')}"><input type="hidden" name="sessionId" value="${sessionId}"><p><b>${formatAmount(amount + tipAmount, currencyCode, 'en-GB')}</b> ${merchantReference}<br><span class="dim">Waits until ${athensLocal(preloadedUntil).slice(0, 16).replace('T', ' ')} in Athens</span></p><button class="good" aria-label="Start the sale of ${formatAmount(amount + tipAmount, currencyCode, 'en-GB')}, ${merchantReference}"${isBusy && html` disabled`}>Start</button></form>`,
)}
</section>`;
}

function receiptView({ receipt }: TerminalModel): Html {
  if (receipt.length === 0) return html``;
  return html`<section aria-labelledby="receipt-title">
<h2 id="receipt-title">Receipt</h2>
<pre class="receipt" lang="el" tabindex="0" aria-labelledby="receipt-title">${receipt.join('\n')}</pre>
</section>`;
}

function terminalControls({ merchantId, terminal, behavior, isFiscal }: TerminalModel): Html {
  const { terminalId, offline } = terminal;
  const isLive = terminal.statusId === LIVE_STATUS;
  const waits = behavior.customer === 'waits';
  return html`<form method="post" action="${terminalAddress(merchantId, terminalId, '/minute')}"><button>Let a minute pass</button></form>
${isLive && html`<form method="post" action="${terminalAddress(merchantId, terminalId, '/power')}"><button name="offline" value="${offline ? 'false' : 'true'}">${offline ? 'Switch the terminal on' : 'Switch the terminal off'}</button></form>`}
${isFiscal && isLive && offline && html`<form method="post" action="${terminalAddress(merchantId, terminalId, '/autonomous')}"><button>Sell €10.00 without connection</button></form>`}
<form method="post" action="${terminalAddress(merchantId, terminalId, '/customers')}"><button name="customer" value="${waits ? 'pays' : 'waits'}">${waits ? 'Let customers pay automatically' : 'Let customers wait for me'}</button></form>
<p class="dim">${waits ? 'Customers wait until you choose an action here.' : `Customers present a card automatically after ${behavior.customerDelayMs / 1000} s.`}</p>`;
}
