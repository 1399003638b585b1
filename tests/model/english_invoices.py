"""Ten invoices in English. Companies, people, numbers and addresses are made up."""

from __future__ import annotations

from datetime import date

from tests.model.invoice_facts import Bill, Layout, Party, items, party
from tests.model.invoice_items import hardware, stationery

BILLS = (
    Bill(
        Layout.LETTER, "en-GB",
        party("""Quillmere Print Works Ltd
            14 Tannery Row
            Ottermouth OM4 2QT
            GB 000 4417 26
            accounts@quillmere.example
            01632 960417
            Sort code 00-14-17, account 20417331
            Director: Moira Quill"""),
        Party("Hollin Bank Community Theatre", "3 Weir Street", "Ottermouth OM1 7AD"),
        "QP-20417", "C-1180", "HB/24/55", date(2024, 3, 14), 6, 30, "d Month y", "£1.00",
        "GBP", 2000,
        items("""2500 | Programme, 16 pages, saddle-stitched | 41
            400 | Poster A2, matt, four colours | 96
            1 | Layout and proofs | 18500"""),
    ),
    Bill(
        Layout.LETTER, "en-US",
        party("""Harlow Creek Joinery LLC
            2210 Sawmill Road
            Pinehollow, VT 05999
            EIN 00-4127719
            billing@harlowcreek.example
            (802) 555-0142
            Routing 000041277, account 7719-204
            Manager: Dale R. Whitcomb"""),
        Party("Stonefield Veterinary Clinic", "48 Orchard Avenue", "Pinehollow, VT 05998"),
        "2024-0387", "5512", "SVC-PO-0091", date(2024, 5, 3), 4, 30, "Month d, y", "$1.00",
        "USD", 600,
        items("""1 | Reception desk, white oak, oiled | 389500
            6 | Wall shelf 36 in. | 14250
            11 hours | Installation on April 29 and 30 | 8500"""),
    ),
    Bill(
        Layout.LABELS_ABOVE, "en-GB",
        party("""Pennyroyal Catering
            Unit 7, Saltworks Yard
            Brackholme BH2 9LP
            GB 000 7718 03
            hello@pennyroyal.example
            01632 960288
            Sort code 00-31-09, account 77180344
            Proprietor: Tess Amory"""),
        Party("Vale & Dunmore Architects", "91 Castle Terrace", "Brackholme BH1 3EF"),
        "INV-004512", "VD-77", "PO 30118", date(2024, 9, 27), 2, 14, "d Mon y", "£1.00",
        "GBP", 2000,
        items("""64 | Buffet lunch, per guest | 2150
            64 | Coffee and cake, per guest | 640
            2 | Waiting staff, evening | 14800
            1 | Hire of glasses and crockery | 9500"""),
    ),
    Bill(
        Layout.LABELS_ABOVE, "en-US",
        party("""Tallgrass Data Services, Inc.
            600 Prairie Plaza, Suite 210
            Wheatland City, KS 66999
            EIN 00-8830142
            ar@tallgrassdata.example
            (316) 555-0178
            Routing 000088301, account 4200-1187
            CFO: Lena Ortiz-Banks"""),
        Party("Ironbark Freight Company", "1750 Depot Street", "Wheatland City, KS 66997"),
        "TDS-24-1187", "IFC-0032", "4500091822", date(2024, 1, 31), 0, 15, "m/d/y", "USD 1.00",
        "USD", 750,
        items("""12 | Hosting of the fleet database, per month | 21900
            35 hours | Migration of records 2019 to 2023 | 12500
            1 | Backup appliance, 8 TB | 134999"""),
    ),
    Bill(
        Layout.FORM, "en-IE",
        party("""Skerrow Marine Supplies Ltd
            The Old Slipway
            Carrigdoon, Co. Kerrane
            IE 0004417SM
            sales@skerrow.example
            (020) 910 0417
            IBAN IE00 SKER 0004 1744 1700 31
            Director: Fionn Breathnach"""),
        Party("Inishmore Bay Sailing School", "Pier Road", "Carrigdoon, Co. Kerrane"),
        "SM24031", "20418", "IBSS-7", date(2024, 4, 18), 8, 30, "d Month y", "€1.00",
        "EUR", 2300,
        items("""8 | Buoyancy aid 100 N, adult | 6450
            120 m | Polyester rope 12 mm | 235
            4 | Fender F3 with line | 3890
            1 | VHF hand-held radio | 21900"""),
    ),
    Bill(
        Layout.FORM, "en-GB",
        party("""Ashdown & Pell Electrical
            22 Foundry Lane
            Great Marwick GM6 1TR
            GB 000 2290 61
            office@ashdownpell.example
            01632 960551
            Sort code 00-22-90, account 22906105
            Partners: J. Ashdown, R. Pell"""),
        Party("Meadow Court Residents Association", "Meadow Court", "Great Marwick GM2 5HB"),
        "7719/24", "MC-14", "Verbal, Mr Okafor", date(2024, 11, 19), 6, 28, "d/m/y", "£1.00",
        "GBP", 2000,
        items("""14 hours | Rewiring of stairwell lighting | 5200
            18 | LED bulkhead lamp 15 W | 2495
            1 | Distribution board, 12 ways | 16840
            2 | Safety certificate | 8500"""),
    ),
    Bill(
        Layout.SUMMARY_FIRST, "en-US",
        party("""Brightwater Utilities Cooperative
            P.O. Box 4400
            Cedar Ferry, OR 97999
            EIN 00-5120033
            service@brightwater.example
            (541) 555-0119
            Routing 000051200, account 3300-8820
            Office hours: 8 to 5, Monday to Friday"""),
        Party("Marguerite Solano", "127 Heron Street", "Cedar Ferry, OR 97998"),
        "88204417", "330-1127-08", "Meter 0091-7745", date(2024, 8, 22), 6, 21, "Month d, y",
        "$1.00", "USD", 325,
        items("""842 kWh | Electricity used July 16 to August 15 | 14
            31 days | Basic charge | 68
            11 ccf | Water used July 16 to August 15 | 412
            1 | Storm drain fee | 1250"""),
    ),
    Bill(
        Layout.SUMMARY_FIRST, "en-GB",
        party("""Loftus Lane Storage Ltd
            Loftus Lane
            Thornaby Moor TM8 4DD
            GB 000 9310 44
            care@loftuslane.example
            01632 960733
            Sort code 00-93-10, account 00931882
            Director: Priya Nambiar"""),
        Party("Edmund Farrow Antiques", "5 Bridge Wynd", "Thornaby Moor TM1 2AA"),
        "LL-2024-00931", "EFA-208", "Unit 41 and 42", date(2024, 6, 1), 1, 14, "d Month y",
        "£1.00", "GBP", 2000,
        items("""2 | Storage unit, 150 sq ft, June | 18900
            1 | Insurance of contents up to £25,000 | 3150
            3 | Padlock, keyed alike | 1299
            1 | Move of furniture on 31 May | 14500"""),
    ),
    Bill(
        Layout.DENSE, "en-IE",
        party("""Merrow Fasteners Ltd
            Unit 12, Quarry Business Park
            Ballyduffin, Co. Roscarra
            IE 0008120MF
            orders@merrow.example
            (020) 913 0118
            IBAN IE00 MERR 0008 1200 2401 18
            Directors: A. Tierney, S. Lund"""),
        Party("Galtee Boatyard", "North Quay", "Port Sheelin, Co. Kerrane"),
        "MF-240118", "G-0442", "GB/2024/19", date(2024, 2, 9), 3, 30, "d Mon y", "EUR 1.00",
        "EUR", 2300, hardware("en"),
    ),
    Bill(
        Layout.DENSE, "en-US",
        party("""Copperline Industrial Supply Co.
            8800 Canal Boulevard
            Millbrook Falls, OH 45999
            EIN 00-7741920
            invoices@copperline.example
            (937) 555-0164
            Routing 000077419, account 5561-0020
            President: Howard T. Lindqvist"""),
        Party("Three Rivers School District", "400 Academy Drive", "Millbrook Falls, OH 45998"),
        "CIS-556120", "31077", "TR-2024-0418", date(2024, 7, 17), 5, 45, "Month d, y", "$1.00",
        "USD", 725, stationery("en"),
    ),
)  # fmt: skip
"""Two for each layout."""
