#!/usr/bin/env bash
# einvoicing 0.0.3: a Peppol invoice that is read and written again has other prices, quantities and totals.
#
# Expected: its README promises "full adherence to EN 16931", and UblReader and UblWriter keep what an invoice says. EN 16931 gives two
# decimals to amounts, and more to unit prices (BT-146) and quantities (BT-129). The total with VAT (BT-112) is the total without VAT plus
# the VAT (rule BR-CO-15). The amount due (BT-115) is BT-112 minus the prepaid amount plus the rounding amount (BT-114, BR-CO-16).
# Happens: the writer formats each number with at most two decimals: 1,000 pages at 0.0125 are 1,000 pages at 0.01, and 1.234 kg are
# 1.23 kg, so the lines no longer multiply to their net amounts of 12.50 and 12.34. The rounding amount of 0.20 becomes a part of
# the total with VAT, 31.00 instead of 30.80, and its own element is missing: the VAT no longer adds up. No error is raised.
#
# Exits with 1 if the behavior changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund einvoicing@0.0.3 >/dev/null
cat >try.cjs <<'JS'
const { UblReader, UblWriter } = require('einvoicing');
const party = (role, vat, name) => `<cac:Accounting${role}Party><cac:Party><cbc:EndpointID schemeID="9933">${vat}</cbc:EndpointID>
  <cac:PostalAddress><cbc:CityName>Athens</cbc:CityName><cbc:PostalZone>10431</cbc:PostalZone>
    <cac:Country><cbc:IdentificationCode>GR</cbc:IdentificationCode></cac:Country></cac:PostalAddress>
  <cac:PartyTaxScheme><cbc:CompanyID>${vat}</cbc:CompanyID><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:PartyTaxScheme>
  <cac:PartyLegalEntity><cbc:RegistrationName>${name}</cbc:RegistrationName></cac:PartyLegalEntity></cac:Party></cac:Accounting${role}Party>`;
const category = (name) => `<cac:${name}><cbc:ID>S</cbc:ID><cbc:Percent>24</cbc:Percent><cac:TaxScheme><cbc:ID>VAT</cbc:ID></cac:TaxScheme></cac:${name}>`;
const line = (id, name, quantity, unit, price, net) => `<cac:InvoiceLine><cbc:ID>${id}</cbc:ID>
  <cbc:InvoicedQuantity unitCode="${unit}">${quantity}</cbc:InvoicedQuantity><cbc:LineExtensionAmount currencyID="EUR">${net}</cbc:LineExtensionAmount>
  <cac:Item><cbc:Name>${name}</cbc:Name>${category('ClassifiedTaxCategory')}</cac:Item>
  <cac:Price><cbc:PriceAmount currencyID="EUR">${price}</cbc:PriceAmount></cac:Price></cac:InvoiceLine>`;
const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
<cbc:CustomizationID>urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0</cbc:CustomizationID>
<cbc:ProfileID>urn:fdc:peppol.eu:2017:poacc:billing:01:1.0</cbc:ProfileID>
<cbc:ID>INV-17</cbc:ID><cbc:IssueDate>2026-11-28</cbc:IssueDate><cbc:DueDate>2026-12-28</cbc:DueDate>
<cbc:InvoiceTypeCode>380</cbc:InvoiceTypeCode><cbc:DocumentCurrencyCode>EUR</cbc:DocumentCurrencyCode><cbc:BuyerReference>B-1</cbc:BuyerReference>
${party('Supplier', 'EL090000045', 'Shop')}${party('Customer', 'EL094019245', 'Customer')}
<cac:TaxTotal><cbc:TaxAmount currencyID="EUR">5.96</cbc:TaxAmount><cac:TaxSubtotal><cbc:TaxableAmount currencyID="EUR">24.84</cbc:TaxableAmount>
  <cbc:TaxAmount currencyID="EUR">5.96</cbc:TaxAmount>${category('TaxCategory')}</cac:TaxSubtotal></cac:TaxTotal>
<cac:LegalMonetaryTotal><cbc:LineExtensionAmount currencyID="EUR">24.84</cbc:LineExtensionAmount>
  <cbc:TaxExclusiveAmount currencyID="EUR">24.84</cbc:TaxExclusiveAmount><cbc:TaxInclusiveAmount currencyID="EUR">30.80</cbc:TaxInclusiveAmount>
  <cbc:PayableRoundingAmount currencyID="EUR">0.20</cbc:PayableRoundingAmount><cbc:PayableAmount currencyID="EUR">31.00</cbc:PayableAmount>
</cac:LegalMonetaryTotal>
${line(1, 'Page', '1000', 'H87', '0.0125', '12.50')}${line(2, 'Coffee', '1.234', 'KGM', '10.00', '12.34')}
</Invoice>`;
const amountsOf = (xml) => {
  const all = (name) => [...xml.matchAll(new RegExp(`<cbc:${name}[^>]*>([^<]*)<`, 'g'))].map(([, value]) => Number(value)).join(' and ');
  return `prices ${all('PriceAmount')}, quantities ${all('InvoicedQuantity')}, total with VAT ${all('TaxInclusiveAmount')}, ` +
    `rounding ${all('PayableRoundingAmount') || 'none'}, due ${all('PayableAmount')}`;
};
(async () => {
  const written = await new UblWriter().write(await new UblReader().read(invoice));
  const found = [invoice, written].map(amountsOf);
  console.log(`einvoicing 0.0.3\nread:    ${found[0]}\nwritten: ${found[1]}`);
  const expected = [
    'prices 0.0125 and 10, quantities 1000 and 1.234, total with VAT 30.8, rounding 0.2, due 31',
    'prices 0.01 and 10, quantities 1000 and 1.23, total with VAT 31, rounding none, due 31',
  ];
  process.exit(found.join('\n') === expected.join('\n') ? 0 : 1);
})();
JS
node try.cjs
