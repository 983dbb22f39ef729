//! Numbering words of digits by what their weights add up to.
//!
//! Each place has digits from 0, and a digit has a weight. The words whose weights add up to the same sum are numbered in the
//! order of a dictionary, by counting how many ways the places to come leave.

/// How many words there are, by what is left to add up to.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    /// The weights of the digits, by place.
    weights: Vec<Vec<usize>>,
    /// `counts[i][s]`: how many ways the places from `i` on have to add up to `s`.
    counts: Vec<Vec<u64>>,
}

impl Ways {
    /// Words with these weights.
    pub(crate) fn new(weights: Vec<Vec<usize>>) -> Self {
        let most: usize = weights.iter().map(|weights| weights.iter().max().copied().unwrap_or(0)).sum();
        let mut last = vec![0; most + 1];
        last[0] = 1;
        let mut counts = vec![last];
        for weights in weights.iter().rev() {
            let next = &counts[counts.len() - 1];
            let ways = |sum: usize| {
                weights
                    .iter()
                    .filter(|&&weight| weight <= sum)
                    .fold(0, |ways: u64, weight| ways.saturating_add(next[sum - weight]))
            };
            let here = (0..=most).map(ways).collect();
            counts.push(here);
        }
        counts.reverse();
        Self { weights, counts }
    }

    /// The largest sum.
    pub(crate) fn most(&self) -> usize {
        self.counts[0].len() - 1
    }

    /// How many words add up to a sum.
    pub(crate) fn count(&self, sum: usize) -> u64 {
        self.counts[0].get(sum).copied().unwrap_or(0)
    }

    /// What the weights of a word add up to.
    pub(crate) fn sum(&self, word: impl Iterator<Item = usize>) -> usize {
        self.weights.iter().zip(word).map(|(weights, digit)| weights[digit]).sum()
    }

    /// The number of a word among those with its sum.
    pub(crate) fn rank(&self, mut sum: usize, word: impl Iterator<Item = usize>) -> u64 {
        let mut number = 0;
        for ((weights, next), digit) in self.weights.iter().zip(&self.counts[1..]).zip(word) {
            let smaller = weights[..digit].iter().filter(|&&weight| weight <= sum);
            number += smaller.map(|weight| next[sum - weight]).sum::<u64>();
            sum -= weights[digit];
        }
        number
    }

    /// The word with a number among those with a sum, digit by digit.
    pub(crate) fn unrank(&self, mut sum: usize, mut number: u64, mut digit_is: impl FnMut(usize, usize)) {
        for (place, (weights, next)) in self.weights.iter().zip(&self.counts[1..]).enumerate() {
            for (digit, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight <= sum) {
                let ways = next[sum - weight];
                if number < ways {
                    digit_is(place, digit);
                    sum -= weight;
                    break;
                }
                number -= ways;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_numbers_are_one_to_one() {
        let ways = Ways::new(vec![vec![0, 1, 2, 4], vec![0, 3], vec![0, 1, 2, 4]]);
        let mut all = 0;
        for sum in 0..=ways.most() {
            for number in 0..ways.count(sum) {
                let mut word = [9; 3];
                ways.unrank(sum, number, |place, digit| word[place] = digit);
                assert_eq!(ways.sum(word.into_iter()), sum);
                assert_eq!(ways.rank(sum, word.into_iter()), number);
                all += 1;
            }
        }
        assert_eq!(all, 4 * 2 * 4);
    }
}
