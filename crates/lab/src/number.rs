//! Numbers as people read them: thousands grouped, no more digits than mean something.

/// How the numbers of a column are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Whole numbers in full, others with three significant digits or, from a thousand on, rounded to whole ones, so that
    /// the means of counts look alike in a column.
    #[default]
    Tidy,
    /// A fixed number of decimals.
    Decimals(usize),
    /// A number of significant digits.
    Significant(usize),
}

impl Format {
    /// The number in this format; what is not finite is written as a dash.
    ///
    /// ```
    /// use secateur_lab::number::Format;
    /// assert_eq!(Format::Tidy.write(757_699.0), "757,699");
    /// assert_eq!(Format::Tidy.write(0.012_345), "0.0123");
    /// assert_eq!(Format::Tidy.write(418_231.7), "418,232");
    /// assert_eq!(Format::Decimals(2).write(1234.5), "1,234.50");
    /// assert_eq!(Format::Significant(2).write(1234.5), "1,200");
    /// assert_eq!(Format::Tidy.write(f64::NAN), "–");
    /// ```
    pub fn write(self, value: f64) -> String {
        match self {
            _ if !value.is_finite() => "–".to_owned(),
            Self::Tidy if (value.fract() == 0.0 || value.abs() >= 1000.0) && value.abs() < 1e15 => grouped(value),
            Self::Tidy => significant(value, 3),
            Self::Decimals(decimals) => group(&format!("{value:.decimals$}")),
            Self::Significant(digits) => significant(value, digits),
        }
    }
}

/// The number rounded to a whole one, thousands grouped.
///
/// ```
/// use secateur_lab::number::grouped;
/// assert_eq!(grouped(2_578_710.0), "2,578,710");
/// assert_eq!(grouped(-999.6), "-1,000");
/// ```
pub fn grouped(value: f64) -> String {
    if value.is_finite() { group(&format!("{value:.0}")) } else { "–".to_owned() }
}

/// The number rounded to so many significant digits; very large and very small ones as a power of ten.
///
/// ```
/// use secateur_lab::number::significant;
/// assert_eq!(significant(1.096_5, 2), "1.1");
/// assert_eq!(significant(31_990_000_000_000_000.0, 2), "3.2×10¹⁶");
/// assert_eq!(significant(0.000_001_234, 2), "1.2×10⁻⁶");
/// ```
pub fn significant(value: f64, digits: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let digits = digits.clamp(1, 17);
    let rounded = format!("{value:.*e}", digits - 1);
    let (mantissa, exponent) = rounded.split_once('e').unwrap_or((&rounded, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 {
        return "0".to_owned();
    }
    if !(-4..15).contains(&exponent) {
        return format!("{mantissa}×10{}", superscript(exponent));
    }
    let decimals = (digits as i32 - 1 - exponent).max(0) as usize;
    // The rounded text, not the value: rounding twice from the value could differ in the last digit.
    let value: f64 = rounded.parse().unwrap_or(value);
    group(&format!("{value:.decimals$}"))
}

/// A whole number as an exponent.
///
/// ```
/// assert_eq!(secateur_lab::number::superscript(-12), "⁻¹²");
/// ```
pub fn superscript(exponent: i32) -> String {
    let raise = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit.to_digit(10).unwrap_or(0)).unwrap_or(digit),
    };
    exponent.to_string().chars().map(raise).collect()
}

/// A span of time in words that fit a line, such as `about 2 min`.
///
/// ```
/// use secateur_lab::number::seconds_in_words;
/// assert_eq!(seconds_in_words(0.4), "0.4 s");
/// assert_eq!(seconds_in_words(42.0), "42 s");
/// assert_eq!(seconds_in_words(150.0), "2.5 min");
/// assert_eq!(seconds_in_words(7_200.0), "2 h");
/// ```
pub fn seconds_in_words(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s < 60.0 => (s, "s"),
        s if s < 3_600.0 => (s / 60.0, "min"),
        s => (s / 3_600.0, "h"),
    };
    let text = if value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    format!("{} {unit}", text.strip_suffix(".0").unwrap_or(&text))
}

/// Groups the digits before the decimal point of a plainly written number.
fn group(plain: &str) -> String {
    let (sign, digits) = plain.strip_prefix('-').map_or(("", plain), |rest| ("-", rest));
    let (whole, fraction) = digits.find('.').map_or((digits, ""), |at| digits.split_at(at));
    let mut text = String::with_capacity(plain.len() + whole.len() / 3);
    // A rounded negative number may be zero, which has no sign.
    text.push_str(if digits.bytes().all(|b| b == b'0' || b == b'.') { "" } else { sign });
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    text.push_str(fraction);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn groups_of_three() {
        for (value, text) in [
            (0.0, "0"),
            (-0.2, "0"),
            (12.0, "12"),
            (123.0, "123"),
            (1234.0, "1,234"),
            (-123_456.0, "-123,456"),
            (1_234_567.0, "1,234,567"),
        ] {
            assert_eq!(grouped(value), text);
        }
    }

    #[test]
    fn significant_digits() {
        for (value, digits, text) in [
            (0.0, 3, "0"),
            (9.996, 3, "10.0"),
            (99_960.0, 3, "100,000"),
            (-0.55, 1, "-0.6"),
            (123_456.0, 3, "123,000"),
            (0.001, 1, "0.001"),
        ] {
            assert_eq!(significant(value, digits), text);
        }
    }

    proptest! {
        #[test]
        fn whole_numbers_read_back(value in -1_000_000_000_000_i64..1_000_000_000_000) {
            let text = Format::Tidy.write(value as f64);
            prop_assert_eq!(text.replace(',', "").parse::<i64>().unwrap(), value);
        }

        #[test]
        fn nothing_panics(value in any::<f64>(), digits in 0_usize..30) {
            for format in [Format::Tidy, Format::Decimals(digits), Format::Significant(digits)] {
                prop_assert!(!format.write(value).is_empty());
            }
        }
    }
}
